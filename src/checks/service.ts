import { bad, good, unknown, type Verdict } from '../core/finding.ts';
import type { AnyServiceError, UnavailableError } from '../service-client/errors/index.ts';
import type { Check } from './check.ts';
import type { AskService } from './service-answer.ts';

export const SERVICE_FIX = 'Check SERVICE_BASE_URL, whether the service runs, and the network to it.';
const ADDRESS_FIX = 'Correct SERVICE_BASE_URL: it is the address that /api/… is appended to.';

/** Whether the service is there and how long it takes. One that refuses the key is there. */
export const checkService = (ask: AskService): Check => ({
  subject: 'Service',
  fixWithoutAnswer: SERVICE_FIX,
  look: async () => {
    const answer = await ask();
    if (answer === null) return unknown('It is asked nothing without a key of the account.');
    const inTime = good(`It answers in ${answer.ms} ms.`);
    return answer.kind === 'ok' || answer.error.kind === 'unauthorized' ? inTime : explain(answer.error);
  },
});

const MISCONFIGURED = {
  html: 'Its address answers with a web page, not the service.',
  redirect: 'Its address redirects elsewhere. Redirects are not followed.',
  'not-found': 'Its address answers, but has no list of Agents (status 404).',
};

function explain(error: Exclude<AnyServiceError, { kind: 'unauthorized' }>): Verdict {
  switch (error.kind) {
    case 'unavailable':
      return explainUnavailable(error);
    case 'misconfigured-base-url':
      return bad(MISCONFIGURED[error.reason], ADDRESS_FIX);
    case 'unreadable-answer':
      return bad('What answers is not the service: it cannot be read.', ADDRESS_FIX);
    case 'rate-limited':
      return unknown('It asks to slow down.', 'Ask again in a minute.');
    default:
      return bad(
        `It refused a plain question${error.status === null ? '' : ` (status ${error.status})`}.`,
        ADDRESS_FIX,
      );
  }
}

function explainUnavailable({ code, reason, status }: UnavailableError): Verdict {
  switch (reason) {
    case 'timeout':
      return bad('It did not answer in time.', SERVICE_FIX);
    case 'network':
      return bad(`It cannot be reached${code !== null && /^\w{1,40}$/.test(code) ? ` (${code})` : ''}.`, SERVICE_FIX);
    case 'circuit-open':
      return bad('It has failed several times in a row, and is not asked at this moment.', SERVICE_FIX);
    case 'server-error':
      return bad(
        `It fails inside${status === null ? '' : ` (status ${status})`}.`,
        'Whoever runs the service can say why.',
      );
  }
}
