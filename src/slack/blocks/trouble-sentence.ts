import { explainServiceError } from '../../core/explain-service-error.ts';
import type { Effect } from '../../core/outcome.ts';
import type { AnyServiceError } from '../../service-client/errors/index.ts';
import { foreign } from './text.ts';

/** Trouble with the service: what happened, what did not change, what to do, and a number to quote. */
export function troubleSentence(error: AnyServiceError, effect: Effect, ref: string): string {
  // After an unclear change the list comes first; advice to try again would lead past it.
  return [
    foreign(explainServiceError(error), 500),
    effect === 'unknown' && error.endpoint === 'assign Abilities' ? ASSIGNMENT_UNKNOWN : EFFECTS[effect],
    effect === 'none' ? advice(error) : '',
    `(ref ${ref})`,
  ]
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

/** The list of Abilities does not show what an Agent has. */
const ASSIGNMENT_UNKNOWN =
  "I couldn't confirm the change. Check the Agent in the service's dashboard before you try again: `/abilities agents` may not show it.";

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
      return error.reason === 'circuit-open'
        ? `Try again in ${Math.ceil((error.retryAfterMs ?? 0) / 1000)} s.`
        : "Try again in a minute; if it goes on, an admin's `/abilities doctor` shows more.";
    case 'unclear':
      return 'Try again in a minute.';
    case 'not-found':
      return error.endpoint === 'assign Abilities'
        ? 'The Agent or an Ability may have been deleted. Check `/abilities agents` and `/abilities`.'
        : 'It may have been deleted. Check `/abilities`.';
    case 'name-taken':
      return 'Choose another name, or delete the existing Ability first.';
    case 'invalid-request':
      return error.detail ? 'Correct it and try again.' : 'Try again; if it goes on, tell whoever runs this bot.';
    case 'unreadable-answer':
      return 'If it goes on, tell whoever runs this bot.';
  }
}
