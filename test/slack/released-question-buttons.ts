import { click, type ReleasedButton } from './released-button.ts';

const installed = (id: number) => ({ by: 'installed', id });
const ability = (id: number) => ({ by: 'ability', id });

const SHARED = '{"ts":"1741097000.000200","threadTs":"1741096000.000100","sharedBy":"U0BEN","redraw":"list 2"}';

/**
 * The buttons of a confirmation, since it records the words it showed and the public message it came from. The rules of
 * released-buttons.ts apply.
 */
export const RELEASED_QUESTION_BUTTONS: ReleasedButton[] = [
  {
    value:
      '{"v":1,"do":"triggers installed:90001","words":{"add":["rain","snow"],"remove":["hail"],"keep":["check the weather"]},"sure":true}',
    reads: click({
      verb: 'change-triggers',
      target: installed(90001),
      change: { kind: 'edit', add: ['rain', 'snow'], remove: ['hail'] },
      seen: ['check the weather', 'hail'],
    }),
  },
  {
    value: `{"v":1,"do":"triggers installed:90001","words":{"add":["rain"],"remove":[],"keep":[]},"sure":true,"shared":${SHARED}}`,
    reads: click(
      {
        verb: 'change-triggers',
        target: installed(90001),
        seen: [],
        change: { kind: 'edit', add: ['rain'], remove: [] },
      },
      { shared: JSON.parse(SHARED) },
    ),
  },
  {
    value: `{"v":1,"do":"triggers installed:90001 edit:","asks":true,"shared":${SHARED}}`,
    reads: click({ verb: 'edit-triggers', target: installed(90001) }, { asks: true, shared: JSON.parse(SHARED) }),
  },
  {
    value: `{"v":1,"do":"unassign agent:301","sure":true,"shared":${SHARED}}`,
    reads: click(
      { verb: 'unassign', agent: { by: 'agent', id: 301 }, confirmed: true },
      { shared: JSON.parse(SHARED) },
    ),
  },
  {
    value: `{"v":1,"do":"delete id:6403","sure":true,"shared":${SHARED}}`,
    reads: click({ verb: 'delete', targets: [ability(6403)], confirmed: true }, { shared: JSON.parse(SHARED) }),
  },
  {
    value: '{"v":1,"do":"delete id:6403","sure":true,"shared":{"ts":"1741097000.000200"}}',
    reads: click(
      { verb: 'delete', targets: [ability(6403)], confirmed: true },
      { shared: { ts: '1741097000.000200' } },
    ),
  },
  { value: '{"v":1,"do":"help agents"}', reads: click({ verb: 'help', about: 'agents' }) },
];
