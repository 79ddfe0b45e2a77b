import type { Requester } from '../../core/access.ts';
import { explainServiceError } from '../../core/explain-service-error.ts';
import type { Effect } from '../../core/outcome.ts';
import type { AnyServiceError } from '../../service/errors.ts';
import { foreign, type MessageAnswer, section, time, toFallback } from './kit.ts';

/** A sentence on its own. It never replaces the clicked message. */
export const sentenceMessage = (text: string): MessageAnswer => ({
  surface: 'message',
  text: toFallback(text),
  blocks: [section(text)],
  replaces: false,
});

/** Stops people from clicking again while the service is slow. The answer cannot replace it, so it shows its time. */
export const waitNotice = (at: Date) =>
  sentenceMessage(`Still working on this at ${time(at)}. The answer will be a separate message.`);

export const lateForm = () =>
  sentenceMessage(
    'Slack allows 3 seconds to open a form, and they were over. Nothing changed. Press or type it again.',
  );

export const formNotOpened = () =>
  sentenceMessage('Slack did not open the form. Nothing changed. Press or type it again in a minute.');

/** A service error: what happened, what did not change, what to do, and a ref to quote. */
export function troubleSentence(error: AnyServiceError, effect: Effect, ref: string): string {
  // After an unclear change the list comes first; advice to retry would be misleading.
  return [
    foreign(explainServiceError(error), 500),
    effect === 'unknown' && error.endpoint === 'assign Abilities' ? ASSIGNMENT_UNKNOWN : EFFECTS[effect],
    effect === 'none' ? advice(error) : '',
    `(ref ${ref})`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** For an internal error: the log line with the same ref has the details. */
export const faultSentence = (ref: string) =>
  `Something went wrong on my side, and I cannot tell whether anything changed. Look at the list (\`/abilities\`) before you try again; if it goes on, tell whoever runs this bot. (ref ${ref})`;

const EFFECTS: Record<Effect, string> = {
  none: 'Nothing changed.',
  unknown: 'I could not find out whether the change was made: look at the list (`/abilities`) before you try again.',
};

/** The list of Abilities does not show an Agent's Abilities. */
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

export const signed = ({ at, userId }: Pick<Requester, 'at' | 'userId'>): string => `by <@${userId}> · ${time(at)}`;

/** The same in a private answer. */
export const signedByYou = ({ at }: Pick<Requester, 'at'>): string => `by you · ${time(at)}`;
