import type { AnyServiceError } from '../service/errors.ts';
import { TheService, theService } from './service-name.ts';

/** Explains a service error in one sentence, for messages. */
export function explainServiceError(error: AnyServiceError): string {
  switch (error.kind) {
    case 'unauthorized':
      if (error.tokenNotValid) return `${TheService()} rejected the bot's session token. It may have expired.`;
      return error.status === 403
        ? `${TheService()} doesn't allow this${says(error.detail)}.`
        : `${TheService()} rejected the bot's API key${says(error.detail)}.`;
    case 'not-found':
      return `${TheService()} couldn't find the requested item${says(error.detail)}.`;
    case 'name-taken':
      return 'An Ability with this name already exists.';
    case 'invalid-request':
      return error.detail
        ? `${TheService()} rejected this${says(error.detail)}.`
        : `${TheService()} rejected this and gave no reason.`;
    case 'rate-limited':
      return `${TheService()} is rate-limiting requests.`;
    case 'unavailable':
      return `${TheService()} ${UNAVAILABLE[error.reason]}.`;
    case 'unreadable-answer':
      return `${TheService()} sent an unexpected response.`;
    case 'misconfigured-base-url':
      return `${TheService()}'s URL ${MISCONFIGURED[error.reason]}.`;
    case 'busy':
      return "I'm reading too many large lists right now.";
    case 'unclear':
      return `The connection was lost before ${theService()} confirmed the upload.`;
  }
}

const MISCONFIGURED = {
  redirect: 'redirects to another URL',
  html: 'returns a web page instead of an API response',
  'not-found': 'has the wrong path',
};

const UNAVAILABLE = {
  timeout: "isn't responding",
  network: "can't be reached",
  'server-error': 'returned an internal error',
  'circuit-open': "isn't responding",
};

/** The service's own message, without its final period because more text follows. */
const says = (detail: string | null) => (detail ? `: “${detail.replace(/[.\s]+$/, '').slice(0, 300)}”` : '');
