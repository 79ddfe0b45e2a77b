import { describe } from 'vitest';
import { storeKinds } from '../store/stores.ts';
import { ALL_REPLACING, testReplaceForAgents } from '../uploads/replace-for-agents.ts';
import { EVERY_STATE, testTakeOver } from '../uploads/take-over.ts';

describe.each(storeKinds)('another worker on %s finds', (kind) => testTakeOver(kind, EVERY_STATE));

describe.each(storeKinds)('with Agents chosen in the form, on %s, killed', (kind) =>
  testReplaceForAgents(kind, ALL_REPLACING),
);
