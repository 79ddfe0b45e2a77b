import { describe } from 'vitest';
import { storeKinds } from '../store/stores.ts';
import { testTakeOver } from './take-over.ts';

// The states in which something was sent or deleted. Every state: test/proof/take-over.proof.ts.
describe('another worker on libsql finds', () =>
  testTakeOver('libsql', {
    fresh: ['sending', 'confirming'],
    update: ['sending'],
    replacement: ['deleting', 'sending', 'restoring'],
    putBack: ['putting-back'],
  }));

// What differs there is how a record is claimed, renewed and saved.
describe.runIf(storeKinds.includes('postgresql'))('another worker on postgresql finds', () =>
  testTakeOver('postgresql', { fresh: ['sending'], update: [], replacement: [], putBack: [] }),
);
