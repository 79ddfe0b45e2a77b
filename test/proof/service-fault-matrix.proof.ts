import { SERVICE_FAULT_NAMES } from '../e2e/service-fault-kinds.ts';
import { testServiceFaults } from '../e2e/service-fault-matrix.ts';

// Short, since some faults are a silence that takes this long.
testServiceFaults({ faults: SERVICE_FAULT_NAMES, patienceMs: 3000 });
