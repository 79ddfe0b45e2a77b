import { SLACK_FAULT_NAMES } from '../e2e/slack-fault-kinds.ts';
import { testSlackFaults } from '../e2e/slack-fault-matrix.ts';

testSlackFaults(({ faults = SLACK_FAULT_NAMES }) => faults, SLACK_FAULT_NAMES);
