import { describe } from 'vitest';
import { storeKinds } from '../store/stores.ts';
import { testRedeliveredTriggers } from './redelivered-triggers.ts';

// Each mode with each number of processes: test/proof/redelivered-triggers.proof.ts.
describe('over Socket Mode with one process, sent again:', () => testRedeliveredTriggers('socket', 1));

describe.runIf(storeKinds.includes('postgresql'))('over HTTP with two processes, sent again:', () =>
  testRedeliveredTriggers('http', 2),
);
