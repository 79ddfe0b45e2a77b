import type { Effect } from '../../core/outcome.ts';
import type { AnyServiceError } from '../../service-client/errors/index.ts';
import { foreign } from './text.ts';

/** Trouble with the service: what happened, what did not change, what to do, and a number to quote. */
export function troubleSentence(error: AnyServiceError, effect: Effect, ref: string): string {
  // After an unclear change the list comes first; advice to try again would lead past it.
  return [happened(error), EFFECTS[effect], effect === 'none' ? advice(error) : '', `(ref ${ref})`]
    .filter((part) => part !== '')
    .join(' ');
}

/** For a fault of the program itself: the log line with the same number says more. */
export const faultSentence = (ref: string) =>
  `Something went wrong on my side, and I cannot tell whether anything changed. Look at the list (\`/abilities\`) before you try again; if it goes on, tell whoever runs this bot. (ref ${ref})`;

const EFFECTS: Record<Effect, string> = {
  none: 'Nothing changed.',
  unknown: 'I could not find out whether the change was made: look at the list (`/abilities`) before you try again.',
};

function happened(error: AnyServiceError): string {
  switch (error.kind) {
    case 'unauthorized':
      if (error.tokenNotValid) return 'The service does not accept the session token I use; it may have run out.';
      return error.status === 403
        ? `The service does not allow this${says(error.detail)}.`
        : `The service does not accept the key or token I use${says(error.detail)}.`;
    case 'not-found':
      return `The service does not find it${says(error.detail)}.`;
    case 'name-taken':
      return `An Ability of that name exists already${says(error.detail)}.`;
    case 'invalid-request':
      return error.detail ? `The service refused${says(error.detail)}.` : 'The service refused and gave no reason.';
    case 'rate-limited':
      return 'The service asks to slow down: too many calls in a short time.';
    case 'unavailable':
      return UNAVAILABLE[error.reason];
    case 'unreadable-answer':
      return error.field
        ? `The service answered in a form I cannot read (field ${foreign(error.field, 60)}).`
        : 'The service answered in a form I cannot read.';
    case 'misconfigured-base-url':
      return error.reason === 'redirect'
        ? 'The address of the service leads somewhere else.'
        : 'At the address of the service there is a web page, not the service.';
    case 'unclear':
      return 'The connection to the service was lost before it said how the upload ended.';
  }
}

const UNAVAILABLE = {
  timeout: 'The service did not answer in time.',
  network: 'The service cannot be reached.',
  'server-error': 'The service failed inside.',
};

function advice(error: AnyServiceError): string {
  switch (error.kind) {
    case 'unauthorized':
      return error.status === 403
        ? 'Whoever runs this bot can ask for more rights for its key.'
        : `Whoever runs this bot has to set a valid ${error.tokenNotValid ? 'SERVICE_JWT' : 'SERVICE_API_KEY or SERVICE_JWT'}.`;
    case 'misconfigured-base-url':
      return 'Whoever runs this bot has to correct SERVICE_BASE_URL.';
    case 'rate-limited':
      return `Try again ${error.retryAfterMs ? `in ${Math.ceil(error.retryAfterMs / 1000)} s` : 'in a minute'}.`;
    case 'unavailable':
    case 'unclear':
      return 'Try again in a minute.';
    case 'not-found':
      return 'Somebody may have deleted it; `/abilities` shows what is there.';
    case 'name-taken':
      return 'Choose another name, or delete the existing Ability first.';
    case 'invalid-request':
      return 'Correct it and try again.';
    case 'unreadable-answer':
      return 'If it goes on, tell whoever runs this bot.';
  }
}

/** The service's own sentence, without its full stop, since ours goes on after it. */
export const quote = (detail: string) => `“${foreign(detail.replace(/[.\s]+$/, ''), 300)}”`;

const says = (detail: string | null) => (detail ? `: ${quote(detail)}` : '');
