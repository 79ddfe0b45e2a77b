import type { AnyServiceError } from '../service/errors.ts';

/** One sentence about a service error, for people. */
export function explainServiceError(error: AnyServiceError): string {
  switch (error.kind) {
    case 'unauthorized':
      if (error.tokenNotValid) return "The service rejected the bot's session token. It may have expired.";
      return error.status === 403
        ? `The service doesn't allow this${says(error.detail)}.`
        : `The service rejected the bot's API key${says(error.detail)}.`;
    case 'not-found':
      return `The service couldn't find it${says(error.detail)}.`;
    case 'name-taken':
      return 'An Ability with this name already exists.';
    case 'invalid-request':
      return error.detail
        ? `The service rejected this${says(error.detail)}.`
        : 'The service rejected this without a reason.';
    case 'rate-limited':
      return 'The service is rate limiting requests.';
    case 'unavailable':
      return UNAVAILABLE[error.reason];
    case 'unreadable-answer':
      return "The service sent an answer that I can't read.";
    case 'misconfigured-base-url':
      return MISCONFIGURED[error.reason];
    case 'busy':
      return "I'm reading too many large lists right now.";
    case 'unclear':
      return 'The connection was lost before the service confirmed the upload.';
  }
}

const MISCONFIGURED = {
  redirect: "The service's address redirects elsewhere.",
  html: "The service's address leads to a web page.",
  'not-found': "The service's address has the wrong path.",
};

const UNAVAILABLE = {
  timeout: "The service isn't responding.",
  network: "The service can't be reached.",
  'server-error': 'The service has an internal error.',
  'circuit-open': "The service isn't responding.",
};

/** The service's own message, without its full stop because more text follows. */
const says = (detail: string | null) => (detail ? `: “${detail.replace(/[.\s]+$/, '').slice(0, 300)}”` : '');
