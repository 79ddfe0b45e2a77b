import { ALL_HISTORY } from '../../src/core/history-query.ts';
import { click, type ReleasedButton } from './released-button.ts';

const ability = (id: number) => ({ by: 'ability', id });
const installed = (id: number) => ({ by: 'installed', id });
const agent = (id: number) => ({ by: 'agent', id });
const SHARED = '{"ts":"1741097000.000200","threadTs":"1741096000.000100","sharedBy":"U0BEN","redraw":"list 2"}';

/** On the card, the trigger words and the Agents, which are redrawn with the result. */
export const RELEASED_CARD_BUTTONS: ReleasedButton[] = [
  {
    value: '{"v":1,"do":"assign agent:301","redraw":"agents"}',
    reads: click({ verb: 'assign', agent: agent(301) }, { redraw: 'agents' }),
  },
  {
    value: '{"v":1,"do":"unassign agent:301","sure":true,"redraw":"agents"}',
    reads: click({ verb: 'unassign', agent: agent(301), confirmed: true }, { redraw: 'agents' }),
  },
  {
    value: `{"v":1,"do":"unassign agent:301","sure":true,"redraw":"agents","shared":${SHARED}}`,
    reads: click(
      { verb: 'unassign', agent: agent(301), confirmed: true },
      { redraw: 'agents', shared: JSON.parse(SHARED) },
    ),
  },
  ...[
    'show id:6405',
    'show installed:90001',
    'show id:6405 details:',
    'show installed:90001 details:',
    'list rows:a6405,i90004',
  ].map(
    (redraw): ReleasedButton => ({
      value: `{"v":1,"do":"assign id:6403","redraw":"${redraw}"}`,
      reads: click({ verb: 'assign-to', abilityId: 6403 }, { redraw }),
    }),
  ),
  ...['show installed:90001', 'show installed:90001 details:', 'triggers installed:90001'].map(
    (redraw): ReleasedButton => ({
      value: `{"v":1,"do":"triggers installed:90001 edit:","asks":true,"redraw":"${redraw}"}`,
      reads: click({ verb: 'edit-triggers', target: installed(90001) }, { asks: true, redraw }),
    }),
  ),
  {
    value: '{"v":1,"do":"repair installed:90004","redraw":"show installed:90004"}',
    reads: click({ verb: 'repair', target: installed(90004) }, { redraw: 'show installed:90004' }),
  },
  {
    value: '{"v":1,"do":"disable installed:90001","redraw":"show installed:90001 details:"}',
    reads: click({ verb: 'disable', targets: [installed(90001)] }, { redraw: 'show installed:90001 details:' }),
  },
  // On a card that was opened from a shared list.
  {
    value: `{"v":1,"do":"disable installed:90001","redraw":"show installed:90001","shared":${SHARED}}`,
    reads: click(
      { verb: 'disable', targets: [installed(90001)] },
      { redraw: 'show installed:90001', shared: JSON.parse(SHARED) },
    ),
  },
  {
    value: `{"v":1,"do":"triggers installed:90001 edit:","asks":true,"redraw":"show installed:90001","shared":${SHARED}}`,
    reads: click(
      { verb: 'edit-triggers', target: installed(90001) },
      { asks: true, redraw: 'show installed:90001', shared: JSON.parse(SHARED) },
    ),
  },
  {
    value: `{"v":1,"do":"assign id:6403","redraw":"show installed:90001","shared":${SHARED}}`,
    reads: click(
      { verb: 'assign-to', abilityId: 6403 },
      { redraw: 'show installed:90001', shared: JSON.parse(SHARED) },
    ),
  },
  {
    value: `{"v":1,"do":"undo 0123456789abcdef","redraw":"show installed:90001","shared":${SHARED}}`,
    reads: click(
      { verb: 'undo', changeId: '0123456789abcdef' },
      { redraw: 'show installed:90001', shared: JSON.parse(SHARED) },
    ),
  },
  {
    value: '{"v":1,"do":"show installed:90001 details:"}',
    reads: click({ verb: 'show', target: installed(90001), inFull: true }),
  },
  {
    value: '{"v":1,"do":"show id:6405 details:"}',
    reads: click({ verb: 'show', target: ability(6405), inFull: true }),
  },
  {
    value: '{"v":1,"do":"show Weather details:"}',
    reads: click({ verb: 'show', target: { by: 'name', name: 'Weather' }, inFull: true }),
  },
  {
    value: '{"v":1,"do":"history Weather"}',
    reads: click({ verb: 'history', query: { ...ALL_HISTORY, name: 'Weather' } }),
  },
  // Digits in a name are words of the query.
  {
    value: '{"v":1,"do":"history 5 Weather"}',
    reads: click({ verb: 'history', query: { ...ALL_HISTORY, name: '5 Weather' } }),
  },
];
