import { describe } from 'vitest';
import { testRedeliveredTriggers } from '../e2e/redelivered-triggers.ts';

const CASES = (['socket', 'http'] as const).flatMap((mode) => ([1, 2] as const).map((count) => [mode, count] as const));

describe.each(CASES)('over %s with %i processes, sent again:', testRedeliveredTriggers);
