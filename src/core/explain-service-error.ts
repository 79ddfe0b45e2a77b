import type { AnyServiceError } from '../service/errors.ts';

/** Describes a service error in one plain sentence for people. */
export function explainServiceError(error: AnyServiceError): string {
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
        ? `The service answered in a form I cannot read (field ${error.field.slice(0, 60)}).`
        : 'The service answered in a form I cannot read.';
    case 'misconfigured-base-url':
      return MISCONFIGURED[error.reason];
    case 'unclear':
      return 'The connection to the service was lost before it said how the upload ended.';
  }
}

const MISCONFIGURED = {
  redirect: 'The address of the service redirects elsewhere.',
  html: 'The address of the service answers with a web page.',
  'not-found': 'The address of the service answers, but its path is wrong.',
};

const UNAVAILABLE = {
  timeout: 'The service did not answer in time.',
  network: 'The service cannot be reached.',
  'server-error': 'The service failed inside.',
  'circuit-open': 'The service has not answered several times in a row, so I am not asking it at this moment.',
};

/** The service's own message, without its full stop because more text follows. */
const says = (detail: string | null) => (detail ? `: “${detail.replace(/[.\s]+$/, '').slice(0, 300)}”` : '');
