import { bad, good, unknown, type Verdict } from '../core/finding.ts';
import type { Check } from './check.ts';
import type { AskService } from './service-answer.ts';

/** Where the key comes from: a setting, or the account that the workspace has connected. */
export type KeySource = 'SERVICE_API_KEY' | 'SERVICE_JWT' | 'connected' | 'none' | 'unreadable';

const NEW_KEY = 'Create a key in the dashboard of the service (settings, API Keys)';
const FIXES: Record<KeySource, string> = {
  SERVICE_API_KEY: `${NEW_KEY}, set SERVICE_API_KEY to it and restart the bot.`,
  SERVICE_JWT: 'Set SERVICE_JWT to one that has not run out, or SERVICE_API_KEY instead, and restart the bot.',
  connected: `${NEW_KEY}, and give it to /abilities connect.`,
  none: `${NEW_KEY}, and give it to /abilities connect.`,
  unreadable: 'Put the key that sealed it back into ENCRYPTION_KEY, or connect again with /abilities connect.',
};

/** Whether the service takes the key. */
export const checkServiceKey = (ask: AskService, source: KeySource): Check => ({
  subject: 'Service key',
  fixWithoutAnswer: 'Mend the line about the service first.',
  look: async () => {
    if (source === 'none') return bad('This workspace is connected to no account.', FIXES.none);
    if (source === 'unreadable') {
      return bad('The key of the account is there, and does not open with ENCRYPTION_KEY.', FIXES.unreadable);
    }
    const answer = await ask();
    if (answer?.kind === 'ok') return good('The service accepts it.');
    if (answer?.error.kind !== 'unauthorized') return unknown('The service did not say whether it accepts it.');
    return explainRefusal(answer.error.status, source);
  },
});

const explainRefusal = (status: number | null, source: KeySource): Verdict =>
  status === 403
    ? bad(
        'The service knows it, and does not allow it to list Agents (status 403).',
        `Give it more rights. ${FIXES[source]}`,
      )
    : bad(`The service refuses it${status === null ? '' : ` (status ${status})`}.`, FIXES[source]);
