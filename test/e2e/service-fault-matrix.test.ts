import { ONE_FAULT_A_KIND } from './service-fault-kinds.ts';
import { testServiceFaults } from './service-fault-matrix.ts';

// Each fault: test/proof/service-fault-matrix.proof.ts.
testServiceFaults({ faults: ONE_FAULT_A_KIND, patienceMs: 10_000 });
