import { click, type ReleasedButton } from './released-button.ts';

const list = (query: object = {}) =>
  click({ verb: 'list', query: { words: '', category: null, state: null, sort: 'installed', page: 1, ...query } });

/** The buttons of a filtered list. The rules of released-buttons.ts apply. */
export const RELEASED_FILTER_BUTTONS: ReleasedButton[] = [
  {
    value: '{"v":1,"do":"list weather state:enabled sort:updated"}',
    reads: list({ words: 'weather', state: 'enabled', sort: 'updated' }),
  },
  {
    value: '{"v":1,"do":"list weather category:skill state:enabled sort:updated"}',
    reads: list({ words: 'weather', category: 'skill', state: 'enabled', sort: 'updated' }),
  },
  {
    value: '{"v":1,"do":"list weather category:skill sort:updated"}',
    reads: list({ words: 'weather', category: 'skill', sort: 'updated' }),
  },
  {
    value: '{"v":1,"do":"list weather category:skill state:enabled"}',
    reads: list({ words: 'weather', category: 'skill', state: 'enabled' }),
  },
  {
    value: '{"v":1,"do":"say good morning"}',
    reads: click({ verb: 'say', phrase: 'good morning', agent: null }),
  },
  { value: '{"v":1,"do":"say"}', reads: click({ verb: 'say-form' }) },
  {
    value: '{"v":1,"do":"say \\"good morning\\" on Echo"}',
    reads: click({ verb: 'say', phrase: 'good morning', agent: { by: 'name', name: 'Echo' } }),
  },
  {
    value: '{"v":1,"do":"search view:table","asks":true}',
    reads: click(
      { verb: 'search', query: { words: '', category: null, state: null, sort: 'installed', page: 1, view: 'table' } },
      { asks: true },
    ),
  },
  {
    value: '{"v":1,"do":"search weather category:skill state:enabled sort:updated","asks":true}',
    reads: click(
      { verb: 'search', query: { words: 'weather', category: 'skill', state: 'enabled', sort: 'updated', page: 1 } },
      { asks: true },
    ),
  },
  {
    value: '{"v":1,"do":"disable installed:90001","redraw":"list weather category:skill state:enabled sort:updated"}',
    reads: click(
      { verb: 'disable', targets: [{ by: 'installed', id: 90001 }] },
      { redraw: 'list weather category:skill state:enabled sort:updated' },
    ),
  },
  { value: '{"v":1,"do":"list snow state:disabled"}', reads: list({ words: 'snow', state: 'disabled' }) },
  { value: '{"v":1,"do":"list snow"}', reads: list({ words: 'snow' }) },
  {
    value: '{"v":1,"do":"search snow state:disabled","asks":true}',
    reads: click(
      { verb: 'search', query: { words: 'snow', category: null, state: 'disabled', sort: 'installed', page: 1 } },
      { asks: true },
    ),
  },
  {
    value: '{"v":1,"do":"disable installed:90001","redraw":"list rows:a6405,i90004,i90001"}',
    reads: click(
      { verb: 'disable', targets: [{ by: 'installed', id: 90001 }] },
      { redraw: 'list rows:a6405,i90004,i90001' },
    ),
  },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"list state:disabled rows:i90002 page:2","asks":true}',
    reads: click(
      { verb: 'enable', targets: [{ by: 'installed', id: 90002 }] },
      { redraw: 'list state:disabled rows:i90002 page:2', asks: true },
    ),
  },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"list rows:i90002,i90001"}',
    reads: click({ verb: 'enable', targets: [{ by: 'installed', id: 90002 }] }, { redraw: 'list rows:i90002,i90001' }),
  },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"list rows:i90002,i90001 page:2"}',
    reads: click(
      { verb: 'enable', targets: [{ by: 'installed', id: 90002 }] },
      { redraw: 'list rows:i90002,i90001 page:2' },
    ),
  },
];
