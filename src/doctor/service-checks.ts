import { bad, good, unknown, type Verdict } from '../core/finding.ts';
import type { Credential, ServiceClient } from '../service/client.ts';
import { type AnyServiceError, isServiceError, type UnavailableError } from '../service/errors.ts';
import type { Check } from './check.ts';

/** Used by the command-line doctor if each workspace has its own key. The service is up even if it rejects this one. */
export const NO_KEY: Credential = { kind: 'api-key', value: 'no-key' };

/** The result of one authenticated GET. */
type ServiceAnswer = { kind: 'ok'; ms: number } | { kind: 'error'; ms: number; error: AnyServiceError };
/** Null if there is no key, in which case nothing is sent. */
type AskService = () => Promise<ServiceAnswer | null>;

/** Lists the Agents, which is the smallest list. */
export async function askService(service: Pick<ServiceClient, 'listAgents'>): Promise<ServiceAnswer> {
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  try {
    await service.listAgents();
    return { kind: 'ok', ms: ms() };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'error', ms: ms(), error };
  }
}

/** Where the key comes from: a setting, or the account that the workspace has connected. */
export type KeySource = 'SERVICE_API_KEY' | 'SERVICE_JWT' | 'connected' | 'none' | 'unreadable';

const NEW_KEY = "Create a key in the service's dashboard, under Settings → API Keys";
const FIXES: Record<KeySource, string> = {
  SERVICE_API_KEY: `${NEW_KEY}, set SERVICE_API_KEY to it, and restart the bot.`,
  SERVICE_JWT: 'Set SERVICE_JWT to a JWT that has not expired, or use SERVICE_API_KEY instead, and restart the bot.',
  connected: `${NEW_KEY}, and enter it with /abilities connect.`,
  none: `${NEW_KEY}, and enter it with /abilities connect.`,
  unreadable: 'Add the previous key to ENCRYPTION_KEY again, or connect again with /abilities connect.',
};

export const checkServiceKey = (ask: AskService, source: KeySource): Check => ({
  subject: 'Service key',
  fixWithoutAnswer: 'Fix the service first.',
  run: async () => {
    if (source === 'none') return bad('No account is connected.', FIXES.none);
    if (source === 'unreadable') {
      return bad("The stored key can't be decrypted with ENCRYPTION_KEY.", FIXES.unreadable);
    }
    const answer = await ask();
    if (answer?.kind === 'ok') return good('Accepted by the service.');
    if (answer?.error.kind !== 'unauthorized') return unknown("Couldn't be checked: the call to the service failed.");
    return explainRefusal(answer.error.status, source);
  },
});

const explainRefusal = (status: number | null, source: KeySource): Verdict =>
  status === 403
    ? bad("It isn't allowed to list Agents (status 403).", `Give it more permissions, or replace it. ${FIXES[source]}`)
    : bad(`The service rejects it${status === null ? '' : ` (status ${status})`}.`, FIXES[source]);

const SERVICE_FIX = 'Check SERVICE_BASE_URL, the service and the network.';
const ADDRESS_FIX = "Correct SERVICE_BASE_URL: use the part of the service's API URL before /api/.";

/** Checks whether the service is up and how fast it answers. A rejected key doesn't mean that it is down. */
export const checkService = (ask: AskService): Check => ({
  subject: 'Service',
  fixWithoutAnswer: SERVICE_FIX,
  run: async () => {
    const answer = await ask();
    if (answer === null) return unknown("Can't be checked without an API key.");
    const inTime = good(`Up, responds in ${answer.ms} ms.`);
    return answer.kind === 'ok' || answer.error.kind === 'unauthorized' ? inTime : explain(answer.error);
  },
});

const MISCONFIGURED = {
  html: 'Its URL returns a web page.',
  redirect: 'Its URL redirects to another URL.',
  'not-found': 'There is no list of Agents at its URL (status 404).',
};

function explain(error: Exclude<AnyServiceError, { kind: 'unauthorized' }>): Verdict {
  switch (error.kind) {
    case 'unavailable':
      return explainUnavailable(error);
    case 'misconfigured-base-url':
      return bad(MISCONFIGURED[error.reason], ADDRESS_FIX);
    case 'unreadable-answer':
      return bad('Something other than the service answers at its URL.', ADDRESS_FIX);
    case 'rate-limited':
      return unknown('It is rate-limiting requests.', 'Check again in a minute.');
    case 'busy':
      return unknown('The bot is reading too many large lists at once.', 'Check again in a minute.');
    default:
      return bad(`It rejected a request${error.status === null ? '' : ` (status ${error.status})`}.`, ADDRESS_FIX);
  }
}

function explainUnavailable({ code, reason, status }: UnavailableError): Verdict {
  switch (reason) {
    case 'timeout':
      return bad("It isn't responding.", SERVICE_FIX);
    case 'network':
      return bad(`It can't be reached${code !== null && /^\w{1,40}$/.test(code) ? ` (${code})` : ''}.`, SERVICE_FIX);
    case 'circuit-open':
      return bad('It failed several times in a row; requests are paused.', SERVICE_FIX);
    case 'server-error':
      return bad(
        `It returned an internal error${status === null ? '' : ` (status ${status})`}.`,
        "Check the service's log.",
      );
  }
}
