import { AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { changeLookup } from '../../src/core/changes.ts';
import type { Change, UndoRecord } from '../../src/store/undo-record.ts';

const toggled = (id: number, more: { takesBack?: string } = {}): Change => ({
  kind: 'toggled',
  items: [{ id: InstalledAbilityId.parse(id), name: 'News', enabled: true }],
  ...more,
});
const recorded = (second: number, change: Change, undoneBy: string | null = null): UndoRecord => ({
  id: `change-${second}`,
  userId: 'U0ANA',
  account: null,
  at: new Date(second * 1000),
  change,
  undoneBy,
  shared: null,
});
const first = recorded(1, toggled(90_001));

test.each<[string, boolean, UndoRecord[]]>([
  ['nothing since', false, [first]],
  ['the same switch since', true, [recorded(2, toggled(90_001)), first]],
  ['the same switch before', false, [first, recorded(0, toggled(90_001))]],
  ['another switch', false, [recorded(2, toggled(90_002)), first]],
  [
    'one that was taken back',
    false,
    [recorded(3, toggled(90_001, { takesBack: 'change-2' })), recorded(2, toggled(90_001), 'U0BEN'), first],
  ],
  [
    'the list of an Agent',
    false,
    [recorded(2, { kind: 'assigned', agentId: AgentId.parse(101), agentName: 'Echo', before: [], after: [] }), first],
  ],
])('after %s, a change is overtaken: %s', (_what, expected, others) => {
  expect(changeLookup.isOvertaken(first, others)).toBe(expected);
});
