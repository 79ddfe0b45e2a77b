import { describe } from 'vitest';
import { testReplaceForAgents } from '../uploads/replace-for-agents.ts';
import { EVERY_STATE, testTakeOver } from '../uploads/take-over.ts';

describe('another worker on postgresql finds', () => testTakeOver('postgresql', EVERY_STATE));

describe('with Agents chosen in the form, on postgresql, killed', () => testReplaceForAgents('postgresql'));
