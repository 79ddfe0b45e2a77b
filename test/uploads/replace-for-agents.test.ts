import { describe } from 'vitest';
import { testReplaceForAgents } from './replace-for-agents.ts';

// In every state, on both databases: test/proof/take-over.proof.ts.
describe('with Agents chosen in the form, on libsql, killed', () =>
  testReplaceForAgents('libsql', ['deleting', 'restoring']));
