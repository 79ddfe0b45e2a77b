import { ALL_HISTORY } from '../../src/core/history-query.ts';
import { click, type ReleasedButton } from './released-button.ts';
import { RELEASED_CARD_BUTTONS } from './released-card-buttons.ts';
import { RELEASED_CHOICE_BUTTONS } from './released-choice-buttons.ts';
import { RELEASED_FILTER_BUTTONS } from './released-filter-buttons.ts';
import { RELEASED_QUESTION_BUTTONS } from './released-question-buttons.ts';
import { RELEASED_QUIET_BUTTONS } from './released-quiet-buttons.ts';
import { RELEASED_SEVERAL_BUTTONS } from './released-several-buttons.ts';
import { RELEASED_TEAM_BUTTONS } from './released-team-buttons.ts';
import { RELEASED_TIMED_BUTTONS } from './released-timed-buttons.ts';
import { RELEASED_UPLOAD_BUTTONS } from './released-upload-buttons.ts';
import { RELEASED_VERSION_BUTTONS } from './released-version-buttons.ts';

const ALL = { words: '', category: null, state: null, sort: 'installed', page: 1 };
const installed = (id: number) => ({ by: 'installed', id });
const ability = (id: number) => ({ by: 'ability', id });
const list = (query: object = {}, more: object = {}) => click({ verb: 'list', query: { ...ALL, ...query } }, more);

/**
 * Buttons and forms that people may still click and submit: every kind of button value and modal metadata that a
 * version has ever sent. Lines are added but never changed or removed; for a value that must no longer be carried out,
 * `reads` becomes null.
 */
export const RELEASED_BUTTONS: ReleasedButton[] = [
  ...RELEASED_UPLOAD_BUTTONS,
  ...RELEASED_CARD_BUTTONS,
  ...RELEASED_CHOICE_BUTTONS,
  ...RELEASED_FILTER_BUTTONS,
  ...RELEASED_TEAM_BUTTONS,
  ...RELEASED_QUESTION_BUTTONS,
  ...RELEASED_SEVERAL_BUTTONS,
  ...RELEASED_VERSION_BUTTONS,
  ...RELEASED_QUIET_BUTTONS,
  ...RELEASED_TIMED_BUTTONS,
  {
    value: '{"v":1,"do":"repair installed:90002"}',
    reads: click({ verb: 'repair', target: installed(90002) }),
  },
  { value: '{"v":1,"do":"repair agent:301"}', reads: click({ verb: 'repair', target: { by: 'agent', id: 301 } }) },
  {
    value: '{"v":1,"do":"repair Weather"}',
    reads: click({ verb: 'repair', target: { by: 'name', name: 'Weather' } }),
  },
  { value: '{"v":1,"do":"check"}', reads: click({ verb: 'check', name: null }) },
  { value: '{"v":1,"do":"check","share":true}', reads: click({ verb: 'check', name: null }, { share: true }) },
  { value: '{"v":1,"do":"check \\"Radio\\""}', reads: click({ verb: 'check', name: 'Radio' }) },
  {
    value: '{"v":1,"do":"check \\"Radio\\"","share":true}',
    reads: click({ verb: 'check', name: 'Radio' }, { share: true }),
  },
  { value: '{"v":1,"do":"check Weather"}', reads: click({ verb: 'check', name: 'Weather' }) },
  { value: '{"v":1,"do":"check page:2"}', reads: click({ verb: 'check', name: null, page: 2 }) },
  { value: '{"v":1,"do":"check \\"Radio\\" page:3"}', reads: click({ verb: 'check', name: 'Radio', page: 3 }) },
  { value: '{"v":1,"do":"help check"}', reads: click({ verb: 'help', about: 'check' }) },
  { value: '{"v":1,"do":"help repair"}', reads: click({ verb: 'help', about: 'repair' }) },
  // Since the first version
  { value: '{"v":1,"do":"list"}', reads: list() },
  { value: '{"v":1,"do":"list 2"}', reads: list({ page: 2 }) },
  { value: '{"v":1,"do":"agents"}', reads: click({ verb: 'agents' }) },
  { value: '{"v":1,"do":"help"}', reads: click({ verb: 'help', about: null }) },
  { value: '{"v":1,"do":"show id:6405"}', reads: click({ verb: 'show', target: ability(6405) }) },
  { value: '{"v":1,"do":"show installed:90002"}', reads: click({ verb: 'show', target: installed(90002) }) },
  { value: '{"v":1,"do":"show \\"Radio\\""}', reads: click({ verb: 'show', target: { by: 'name', name: 'Radio' } }) },
  { value: '{"v":1,"do":"assign id:6403"}', reads: click({ verb: 'assign-to', abilityId: 6403 }) },
  { value: '{"v":1,"do":"assign agent:301"}', reads: click({ verb: 'assign', agent: { by: 'agent', id: 301 } }) },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"list 1"}',
    reads: click({ verb: 'enable', targets: [installed(90002)] }, { redraw: 'list 1' }),
  },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"show installed:90002"}',
    reads: click({ verb: 'enable', targets: [installed(90002)] }, { redraw: 'show installed:90002' }),
  },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"list 1","asks":true}',
    reads: click({ verb: 'enable', targets: [installed(90002)] }, { redraw: 'list 1', asks: true }),
  },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"show installed:90002","asks":true}',
    reads: click({ verb: 'enable', targets: [installed(90002)] }, { redraw: 'show installed:90002', asks: true }),
  },
  {
    value: '{"v":1,"do":"disable installed:90003","redraw":"show installed:90003","asks":true}',
    reads: click({ verb: 'disable', targets: [installed(90003)] }, { redraw: 'show installed:90003', asks: true }),
  },
  {
    value: '{"v":1,"do":"disable installed:91009","redraw":"list 2"}',
    reads: click({ verb: 'disable', targets: [installed(91009)] }, { redraw: 'list 2' }),
  },
  {
    value: '{"v":1,"do":"disable installed:90001","redraw":"show installed:90001"}',
    reads: click({ verb: 'disable', targets: [installed(90001)] }, { redraw: 'show installed:90001' }),
  },
  {
    value: '{"v":1,"do":"delete id:6403","sure":true}',
    reads: click({ verb: 'delete', targets: [ability(6403)], confirmed: true }),
  },
  {
    value: '{"v":1,"do":"delete id:6403","sure":true,"waits":true}',
    reads: click({ verb: 'delete', targets: [ability(6403)], confirmed: true, waits: true }),
  },
  {
    value: '{"v":1,"do":"delete id:6403","sure":true,"waits":true,"redraw":"list"}',
    reads: click({ verb: 'delete', targets: [ability(6403)], confirmed: true, waits: true }, { redraw: 'list' }),
  },
  {
    value: '{"v":1,"do":"delete id:6404","sure":true,"redraw":"list"}',
    reads: click({ verb: 'delete', targets: [ability(6404)], confirmed: true }, { redraw: 'list' }),
  },
  {
    value: '{"v":1,"do":"delete id:7009","sure":true,"redraw":"list 2"}',
    reads: click({ verb: 'delete', targets: [ability(7009)], confirmed: true }, { redraw: 'list 2' }),
  },
  // Since every verb has a button and answers can be shared in the channel
  { value: '{"v":1,"do":"list category:skill"}', reads: list({ category: 'skill' }) },
  { value: '{"v":1,"do":"list state:enabled"}', reads: list({ state: 'enabled' }) },
  { value: '{"v":1,"do":"list sort:state"}', reads: list({ sort: 'state' }) },
  {
    value: '{"v":1,"do":"search","asks":true}',
    reads: click({ verb: 'search', query: ALL }, { asks: true }),
  },
  {
    value: '{"v":1,"do":"delete id:6405"}',
    reads: click({ verb: 'delete', targets: [ability(6405)], confirmed: false }),
  },
  {
    value: '{"v":1,"do":"disable installed:90004","redraw":"list"}',
    reads: click({ verb: 'disable', targets: [installed(90004)] }, { redraw: 'list' }),
  },
  { value: '{"v":1,"do":"triggers installed:90004"}', reads: click({ verb: 'triggers', target: installed(90004) }) },
  {
    value: '{"v":1,"do":"enable installed:90002","redraw":"list","asks":true}',
    reads: click({ verb: 'enable', targets: [installed(90002)] }, { redraw: 'list', asks: true }),
  },
  { value: '{"v":1,"do":"enable","asks":true}', reads: click({ verb: 'choose', wanted: 'enable' }, { asks: true }) },
  { value: '{"v":1,"do":"disable","asks":true}', reads: click({ verb: 'choose', wanted: 'disable' }, { asks: true }) },
  {
    value: '{"v":1,"do":"delete","asks":true}',
    reads: click({ verb: 'delete', targets: [], confirmed: false }, { asks: true }),
  },
  {
    value: '{"v":1,"do":"triggers installed:90001 edit:","asks":true}',
    reads: click({ verb: 'edit-triggers', target: installed(90001) }, { asks: true }),
  },
  {
    value: '{"v":1,"do":"triggers installed:90001","words":{"add":["rain","snow"],"remove":["hail"]},"sure":true}',
    reads: click({
      verb: 'change-triggers',
      target: installed(90001),
      change: { kind: 'edit', add: ['rain', 'snow'], remove: ['hail'] },
    }),
  },
  {
    value: '{"v":1,"do":"unassign agent:301"}',
    reads: click({ verb: 'unassign', agent: { by: 'agent', id: 301 }, confirmed: false }),
  },
  {
    value: '{"v":1,"do":"unassign agent:301","sure":true}',
    reads: click({ verb: 'unassign', agent: { by: 'agent', id: 301 }, confirmed: true }),
  },
  {
    value: '{"v":1,"do":"search"}',
    reads: click({ verb: 'search', query: ALL }),
  },
  { value: '{"v":1,"do":"show"}', reads: click({ verb: 'choose', wanted: 'show' }) },
  { value: '{"v":1,"do":"export"}', reads: click({ verb: 'export' }) },
  {
    value: '{"v":1,"do":"export","redraw":"history"}',
    reads: click({ verb: 'export' }, { redraw: 'history' }),
  },
  {
    value: '{"v":1,"do":"export","redraw":"history page:2 from:0123456789abcdef"}',
    reads: click({ verb: 'export' }, { redraw: 'history page:2 from:0123456789abcdef' }),
  },
  {
    value: '{"v":1,"do":"export","redraw":"history from:0123456789abcdef with:details"}',
    reads: click({ verb: 'export' }, { redraw: 'history from:0123456789abcdef with:details' }),
  },
  {
    value: '{"v":1,"do":"export history since:7d"}',
    reads: click({ verb: 'export', entries: { ...ALL_HISTORY, since: '7d' } }),
  },
  {
    value: '{"v":1,"do":"export history by:me","redraw":"history by:me"}',
    reads: click({ verb: 'export', entries: { ...ALL_HISTORY, userId: 'me' } }, { redraw: 'history by:me' }),
  },
  {
    value:
      '{"v":1,"do":"export history Weather @U0BEN since:7d outcome:done","redraw":"history Weather @U0BEN since:7d outcome:done from:0123456789abcdef"}',
    reads: click(
      {
        verb: 'export',
        entries: { ...ALL_HISTORY, name: 'Weather', userId: 'U0BEN', since: '7d', outcome: 'done' },
      },
      { redraw: 'history Weather @U0BEN since:7d outcome:done from:0123456789abcdef' },
    ),
  },
  { value: '{"v":1,"do":"enable"}', reads: click({ verb: 'choose', wanted: 'enable' }) },
  { value: '{"v":1,"do":"disable"}', reads: click({ verb: 'choose', wanted: 'disable' }) },
  { value: '{"v":1,"do":"triggers"}', reads: click({ verb: 'choose', wanted: 'triggers' }) },
  { value: '{"v":1,"do":"assign"}', reads: click({ verb: 'agents' }) },
  { value: '{"v":1,"do":"delete"}', reads: click({ verb: 'delete', targets: [], confirmed: false }) },
  { value: '{"v":1,"do":"help undo"}', reads: click({ verb: 'help', about: 'undo' }) },
  { value: '{"v":1,"do":"new Night Tides"}', reads: click({ verb: 'new', name: 'Night Tides' }) },
  {
    value: '{"v":1,"do":"search rain state:disabled"}',
    reads: click({
      verb: 'search',
      query: { words: 'rain', category: null, state: 'disabled', sort: 'installed', page: 1 },
    }),
  },
  { value: '{"v":1,"do":"show Weather"}', reads: click({ verb: 'show', target: { by: 'name', name: 'Weather' } }) },
  {
    value: '{"v":1,"do":"triggers Weather"}',
    reads: click({ verb: 'triggers', target: { by: 'name', name: 'Weather' } }),
  },
  {
    value: '{"v":1,"do":"triggers Weather add: rain, snow remove: hail"}',
    reads: click({
      verb: 'change-triggers',
      target: { by: 'name', name: 'Weather' },
      change: { kind: 'edit', add: ['rain', 'snow'], remove: ['hail'] },
    }),
  },
  {
    value: '{"v":1,"do":"triggers Weather replace: rain, snow"}',
    reads: click({
      verb: 'change-triggers',
      target: { by: 'name', name: 'Weather' },
      change: { kind: 'replace', words: ['rain', 'snow'] },
    }),
  },
  {
    value: '{"v":1,"do":"triggers Weather edit:"}',
    reads: click({ verb: 'edit-triggers', target: { by: 'name', name: 'Weather' } }),
  },
  { value: '{"v":1,"do":"assign Echo"}', reads: click({ verb: 'assign', agent: { by: 'name', name: 'Echo' } }) },
  {
    value: '{"v":1,"do":"unassign Echo"}',
    reads: click({ verb: 'unassign', agent: { by: 'name', name: 'Echo' }, confirmed: false }),
  },
  {
    value: '{"v":1,"do":"delete Weather"}',
    reads: click({ verb: 'delete', targets: [{ by: 'name', name: 'Weather' }], confirmed: false }),
  },
  {
    value: '{"v":1,"do":"delete Weather, Radio"}',
    reads: click({
      verb: 'delete',
      targets: [
        { by: 'name', name: 'Weather' },
        { by: 'name', name: 'Radio' },
      ],
      confirmed: false,
    }),
  },
  { value: '{"v":1,"do":"help delete"}', reads: click({ verb: 'help', about: 'delete' }) },
  {
    value: '{"v":1,"do":"enable installed:90002","asks":true}',
    reads: click({ verb: 'enable', targets: [installed(90002)] }, { asks: true }),
  },
  { value: '{"v":1,"do":"assign \\"Echo\\""}', reads: click({ verb: 'assign', agent: { by: 'name', name: 'Echo' } }) },
  {
    value: '{"v":1,"do":"enable installed:900001","redraw":"list"}',
    reads: click({ verb: 'enable', targets: [installed(900001)] }, { redraw: 'list' }),
  },
  {
    value: '{"v":1,"do":"list погода 気象台 category:skill state:enabled sort:updated page:2"}',
    reads: list({ words: 'погода 気象台', category: 'skill', state: 'enabled', sort: 'updated', page: 2 }),
  },
  {
    value: '{"v":1,"do":"list <!channel> *b* _zzz_ category:skill"}',
    reads: list({ words: '<!channel> *b* _zzz_', category: 'skill' }),
  },
  {
    value: '{"v":1,"do":"list <!channel> *b* _zzz_ sort:state"}',
    reads: list({ words: '<!channel> *b* _zzz_', sort: 'state' }),
  },
  {
    value: '{"v":1,"do":"search <!channel> *b* _zzz_","asks":true}',
    reads: click(
      {
        verb: 'search',
        query: { words: '<!channel> *b* _zzz_', category: null, state: null, sort: 'installed', page: 1 },
      },
      { asks: true },
    ),
  },
  { value: '{"v":1,"do":"list 2","share":true}', reads: list({ page: 2 }, { share: true }) },
  {
    value: '{"v":1,"do":"list weather category:skill state:enabled sort:updated","share":true}',
    reads: list({ words: 'weather', category: 'skill', state: 'enabled', sort: 'updated' }, { share: true }),
  },
  {
    value: '{"v":1,"do":"show installed:90001","share":true}',
    reads: click({ verb: 'show', target: installed(90001) }, { share: true }),
  },
  {
    value: '{"v":1,"do":"triggers installed:90001","share":true}',
    reads: click({ verb: 'triggers', target: installed(90001) }, { share: true }),
  },
  { value: '{"v":1,"do":"agents","share":true}', reads: click({ verb: 'agents' }, { share: true }) },
  { value: '{"v":1,"do":"help","share":true}', reads: click({ verb: 'help', about: null }, { share: true }) },
  {
    value: '{"v":1,"do":"help delete","share":true}',
    reads: click({ verb: 'help', about: 'delete' }, { share: true }),
  },
  { value: '{"v":1,"do":"undo 0123456789abcdef"}', reads: click({ verb: 'undo', changeId: '0123456789abcdef' }) },
  {
    value: '{"v":1,"do":"undo 0123456789abcdef","redraw":"list 2"}',
    reads: click({ verb: 'undo', changeId: '0123456789abcdef' }, { redraw: 'list 2' }),
  },
  {
    value: '{"v":1,"do":"undo 0123456789abcdef","redraw":"list rows:i90001"}',
    reads: click({ verb: 'undo', changeId: '0123456789abcdef' }, { redraw: 'list rows:i90001' }),
  },
  {
    value: '{"v":1,"do":"undo 0123456789abcdef","redraw":"show installed:90001"}',
    reads: click({ verb: 'undo', changeId: '0123456789abcdef' }, { redraw: 'show installed:90001' }),
  },
  {
    value: '{"v":1,"do":"undo 0123456789abcdef","redraw":"triggers installed:90001"}',
    reads: click({ verb: 'undo', changeId: '0123456789abcdef' }, { redraw: 'triggers installed:90001' }),
  },
  {
    value: '{"v":1,"do":"undo 0123456789abcdef","redraw":"agents"}',
    reads: click({ verb: 'undo', changeId: '0123456789abcdef' }, { redraw: 'agents' }),
  },
  ...['list', 'list 2', 'list weather category:skill state:enabled sort:updated'].map((redraw) => ({
    value: `{"v":1,"do":"delete id:6403","redraw":"${redraw}"}`,
    reads: click({ verb: 'delete', targets: [ability(6403)], confirmed: false }, { redraw }),
  })),
  { value: '{"v":1,"do":"undo"}', reads: click({ verb: 'undo', changeId: null }) },
  // From the Home tab, which is redrawn separately
  { value: '{"v":1,"do":"enable installed:90002"}', reads: click({ verb: 'enable', targets: [installed(90002)] }) },
  { value: '{"v":1,"do":"disable installed:90002"}', reads: click({ verb: 'disable', targets: [installed(90002)] }) },
  {
    value: '{"v":1,"do":"enable Weather"}',
    reads: click({ verb: 'enable', targets: [{ by: 'name', name: 'Weather' }] }),
  },
  {
    value: '{"v":1,"do":"disable Weather"}',
    reads: click({ verb: 'disable', targets: [{ by: 'name', name: 'Weather' }] }),
  },
  {
    value: '{"v":1,"do":"enable Weather, Night Watch"}',
    reads: click({
      verb: 'enable',
      targets: [
        { by: 'name', name: 'Weather' },
        { by: 'name', name: 'Night Watch' },
      ],
    }),
  },
  {
    value: '{"v":1,"do":"disable \\"Weather\\" \\"Night Watch\\""}',
    reads: click({
      verb: 'disable',
      targets: [
        { by: 'name', name: 'Weather' },
        { by: 'name', name: 'Night Watch' },
      ],
    }),
  },
];
