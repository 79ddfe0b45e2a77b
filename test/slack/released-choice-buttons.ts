import { click, type ReleasedButton } from './released-button.ts';

const installed = (id: number) => ({ by: 'installed', id });
const ability = (id: number) => ({ by: 'ability', id });

/** The buttons for choosing when a name matches several things or none; see released-buttons.ts. */
export const RELEASED_CHOICE_BUTTONS: ReleasedButton[] = [
  {
    value: '{"v":1,"do":"delete id:6403"}',
    reads: click({ verb: 'delete', targets: [ability(6403)], confirmed: false }),
  },
  {
    value: '{"v":1,"do":"disable \\"Weather\\""}',
    reads: click({ verb: 'disable', targets: [{ by: 'name', name: 'Weather' }] }),
  },
  {
    value: '{"v":1,"do":"delete \\"Weather\\""}',
    reads: click({ verb: 'delete', targets: [{ by: 'name', name: 'Weather' }], confirmed: false }),
  },
  {
    value: '{"v":1,"do":"triggers installed:90001 edit:"}',
    reads: click({ verb: 'edit-triggers', target: installed(90001) }),
  },
  {
    value: '{"v":1,"do":"triggers installed:90001 add: fog remove: \\"hey, you\\""}',
    reads: click({
      verb: 'change-triggers',
      target: installed(90001),
      change: { kind: 'edit', add: ['fog'], remove: ['hey, you'], whole: '"hey, you"' },
    }),
  },
  {
    value: '{"v":1,"do":"triggers \\"Weather\\" replace: rain, \\"hey, you\\""}',
    reads: click({
      verb: 'change-triggers',
      target: { by: 'name', name: 'Weather' },
      change: { kind: 'replace', words: ['rain', 'hey, you'] },
    }),
  },
  {
    value: '{"v":1,"do":"triggers Weather replace: rain, \\"hey, you\\""}',
    reads: click({
      verb: 'change-triggers',
      target: { by: 'name', name: 'Weather' },
      change: { kind: 'replace', words: ['rain', 'hey, you'] },
    }),
  },
  {
    value: '{"v":1,"do":"unassign \\"Echo\\""}',
    reads: click({ verb: 'unassign', agent: { by: 'name', name: 'Echo' }, confirmed: false }),
  },
];
