import { describe } from 'vitest';
import { storeKinds } from '../store/stores.ts';
import { EVERY_STATE, testTakeOver } from './take-over.ts';

describe('another worker on libsql finds', () => testTakeOver('libsql', EVERY_STATE));

// What differs there is how a record is claimed, renewed and saved. Every state: test/proof/take-over.proof.ts.
describe.runIf(storeKinds.includes('postgresql'))('another worker on postgresql finds', () =>
  testTakeOver('postgresql', { fresh: ['sending'], update: [], replacement: ['restoring'], putBack: [] }),
);
