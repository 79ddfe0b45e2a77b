import { ALL_HISTORY } from '../../src/core/history-query.ts';
import { click, type ReleasedButton } from './released-button.ts';

const ID = '0123456789abcdef';
const filter = (query: object = {}) => ({ verb: 'history-filter', query: { ...ALL_HISTORY, ...query } });
const history = (query: object = {}) => ({ verb: 'history', query: { ...ALL_HISTORY, ...query } });

/** The buttons of the verbs about the team; see released-buttons.ts. */
export const RELEASED_TEAM_BUTTONS: ReleasedButton[] = [
  { value: '{"v":1,"do":"whoami"}', reads: click({ verb: 'whoami' }) },
  { value: '{"v":1,"do":"help whoami"}', reads: click({ verb: 'help', about: 'whoami' }) },
  { value: '{"v":1,"do":"help connect"}', reads: click({ verb: 'help', about: 'connect' }) },
  { value: '{"v":1,"do":"status"}', reads: click({ verb: 'status' }) },
  { value: '{"v":1,"do":"help status"}', reads: click({ verb: 'help', about: 'status' }) },
  { value: '{"v":1,"do":"doctor"}', reads: click({ verb: 'doctor' }) },
  { value: '{"v":1,"do":"help doctor"}', reads: click({ verb: 'help', about: 'doctor' }) },
  { value: '{"v":1,"do":"help all"}', reads: click({ verb: 'help', about: 'all' }) },
  { value: '{"v":1,"do":"doctor all"}', reads: click({ verb: 'doctor', all: true }) },
  { value: '{"v":1,"do":"settings"}', reads: click({ verb: 'settings' }) },
  { value: '{"v":1,"do":"connect"}', reads: click({ verb: 'connect' }) },
  { value: '{"v":1,"do":"disconnect"}', reads: click({ verb: 'disconnect', confirmed: false }) },
  { value: '{"v":1,"do":"disconnect","sure":true}', reads: click({ verb: 'disconnect', confirmed: true }) },
  { value: '{"v":1,"do":"history"}', reads: click(history()) },
  { value: '{"v":1,"do":"history page:2"}', reads: click(history({ page: 2 })) },
  { value: '{"v":1,"do":"history Weather since:7d"}', reads: click(history({ name: 'Weather', since: '7d' })) },
  { value: '{"v":1,"do":"history by:me"}', reads: click(history({ userId: 'me' })) },
  {
    value: '{"v":1,"do":"history by:me outcome:failed"}',
    reads: click(history({ userId: 'me', outcome: 'failed' })),
  },
  {
    value: '{"v":1,"do":"history Weather @U0BEN since:7d outcome:done"}',
    reads: click(history({ name: 'Weather', userId: 'U0BEN', since: '7d', outcome: 'done' })),
  },
  {
    value: '{"v":1,"do":"history page:2 from:0123456789abcdef"}',
    reads: click(history({ page: 2, from: ID })),
  },
  ...['history from:0123456789abcdef', 'history page:2 from:0123456789abcdef'].map((redraw) => ({
    value: JSON.stringify({ v: 1, do: 'undo fedcba9876543210', redraw }),
    reads: click({ verb: 'undo', changeId: 'fedcba9876543210' }, { redraw }),
  })),
  {
    value:
      '{"v":1,"do":"undo fedcba9876543210","redraw":"history Weather @U0BEN since:7d outcome:done from:0123456789abcdef"}',
    reads: click(
      { verb: 'undo', changeId: 'fedcba9876543210' },
      { redraw: 'history Weather @U0BEN since:7d outcome:done from:0123456789abcdef' },
    ),
  },
  {
    value: '{"v":1,"do":"approve rows:0123456789abcdef,fedcba9876543210"}',
    reads: click({ verb: 'approvals', rows: [ID, 'fedcba9876543210'] }),
  },
  {
    value: '{"v":1,"do":"approve changes:0123456789abcdef","asks":true}',
    reads: click({ verb: 'approval-changes', id: ID }, { asks: true }),
  },
  ...(['approve', 'decline'] as const).map((verb) => ({
    value: `{"v":1,"do":"${verb} 0123456789abcdef","redraw":"approve rows:0123456789abcdef,fedcba9876543210"}`,
    reads: click({ verb, id: ID }, { redraw: 'approve rows:0123456789abcdef,fedcba9876543210' }),
  })),
  {
    value: '{"v":1,"do":"undo fedcba9876543210","redraw":"history page:2"}',
    reads: click({ verb: 'undo', changeId: 'fedcba9876543210' }, { redraw: 'history page:2' }),
  },
  {
    value: '{"v":1,"do":"undo fedcba9876543210","redraw":"history Weather @U0BEN since:7d outcome:done"}',
    reads: click(
      { verb: 'undo', changeId: 'fedcba9876543210' },
      { redraw: 'history Weather @U0BEN since:7d outcome:done' },
    ),
  },
  { value: '{"v":1,"do":"approve"}', reads: click({ verb: 'approvals' }) },
  { value: '{"v":1,"do":"decline"}', reads: click({ verb: 'approvals', wanted: 'decline' }) },
  { value: `{"v":1,"do":"approve ${ID}"}`, reads: click({ verb: 'approve', id: ID }) },
  { value: `{"v":1,"do":"decline ${ID}"}`, reads: click({ verb: 'decline', id: ID }) },
  {
    value: `{"v":1,"do":"approve ${ID}","redraw":"approve"}`,
    reads: click({ verb: 'approve', id: ID }, { redraw: 'approve' }),
  },
  {
    value: `{"v":1,"do":"decline ${ID}","redraw":"approve"}`,
    reads: click({ verb: 'decline', id: ID }, { redraw: 'approve' }),
  },
  {
    value: `{"v":1,"do":"decline ${ID}","redraw":"list rows:i90004,a6405"}`,
    reads: click({ verb: 'decline', id: ID }, { redraw: 'list rows:i90004,a6405' }),
  },
  ...(['attempts', 'details'] as const).flatMap((view) => [
    { value: `{"v":1,"do":"history with:${view}"}`, reads: click(history({ with: view })) },
    { value: `{"v":1,"do":"history page:2 with:${view}"}`, reads: click(history({ page: 2, with: view })) },
    { value: `{"v":1,"do":"history by:me with:${view}"}`, reads: click(history({ userId: 'me', with: view })) },
    {
      value: `{"v":1,"do":"history page:2 from:0123456789abcdef with:${view}"}`,
      reads: click(history({ page: 2, from: ID, with: view })),
    },
    {
      value: `{"v":1,"do":"history Weather @U0BEN since:7d outcome:done with:${view}"}`,
      reads: click(history({ name: 'Weather', userId: 'U0BEN', since: '7d', outcome: 'done', with: view })),
    },
    {
      value: `{"v":1,"do":"undo fedcba9876543210","redraw":"history from:0123456789abcdef with:${view}"}`,
      reads: click(
        { verb: 'undo', changeId: 'fedcba9876543210' },
        { redraw: `history from:0123456789abcdef with:${view}` },
      ),
    },
  ]),
  { value: '{"v":1,"do":"help upload"}', reads: click({ verb: 'help', about: 'upload' }) },
  { value: '{"v":1,"do":"history filter:","asks":true}', reads: click(filter(), { asks: true }) },
  { value: '{"v":1,"do":"history filter: by:me","asks":true}', reads: click(filter({ userId: 'me' }), { asks: true }) },
  {
    value: '{"v":1,"do":"history filter: Weather @U0BEN since:7d outcome:done","asks":true}',
    reads: click(filter({ name: 'Weather', userId: 'U0BEN', since: '7d', outcome: 'done' }), { asks: true }),
  },
  {
    value: '{"v":1,"do":"disable all"}',
    // It asks before it changes anything.
    reads: click({ verb: 'toggle-all', wanted: 'disable', scope: { category: null, agent: null } }),
  },
  {
    value: '{"v":1,"do":"triggers Weather add: rain"}',
    reads: click({
      verb: 'change-triggers',
      target: { by: 'name', name: 'Weather' },
      change: { kind: 'edit', add: ['rain'], remove: [] },
    }),
  },
  {
    value: '{"v":1,"do":"assign agent:301","asks":true}',
    reads: click({ verb: 'assign', agent: { by: 'agent', id: 301 } }, { asks: true }),
  },
];
