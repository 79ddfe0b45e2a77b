import { testHostileAccounts } from '../slack/hostile-accounts.ts';
import { HOSTILE_TEXT_NAMES } from '../slack/hostile-texts.ts';

testHostileAccounts(HOSTILE_TEXT_NAMES);
