import type { types } from '@slack/bolt';
import { joinAnd } from '../../base/join-words.ts';
import type { Requester } from '../../core/access.ts';
import { explainServiceError } from '../../core/explain-service-error.ts';
import type { AskedFor, Effect, Still } from '../../core/outcome.ts';
import type { AnyServiceError } from '../../service/errors.ts';
import { dashboard } from './dashboard.ts';
import { bold, context, countOf, foreign, type MessageAnswer, section, time, toFallback } from './kit.ts';
import { channel, person } from './mentions.ts';

/** A message with one sentence. It never replaces the clicked message. */
export const sentenceMessage = (text: string): MessageAnswer => ({
  surface: 'message',
  text: toFallback(text),
  blocks: [section(text)],
  replaces: false,
});

/**
 * Shown so that people don't repeat a slow command. Slack can't replace it with the answer, so it promises a new one.
 */
export const waitNotice = () => sentenceMessage('Still working on it… The answer will follow.');

/** Sent after a wait notice if the answer has replaced a message further up. */
export const ANSWERED_ABOVE = 'Done. The answer is in the message above.';

export const lateForm = () => sentenceMessage('The form took too long to open. Nothing changed. Try again.');

export const formNotOpened = () =>
  sentenceMessage("Slack didn't open the form. Nothing changed. Try again in a minute.");

/** The ref finds a request in the log. */
export const refWords = ({ ref }: Pick<Requester, 'ref'>): string => `(ref ${ref})`;

/** A service error: the error, whether anything changed, and the next step. */
export function troubleSentence(
  error: AnyServiceError,
  effect: Effect,
  { asked, still }: { asked?: AskedFor | undefined; still?: Still | undefined } = {},
): string {
  return [
    foreign(explainServiceError(error), 500),
    effect === 'unknown' ? unclearWords(error, asked, still) : unchangedWords(asked),
    // After an unconfirmed change, the user has to check the list first, so no other advice is given.
    effect === 'unknown' ? '' : advice(error),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Empty for a failed read, from which nobody expects a change. */
function unchangedWords(asked: AskedFor | undefined): string {
  if (!asked?.changes) return '';
  return asked.name === null ? 'Nothing changed.' : `${bold(asked.name, MAX_NAME)} was not changed.`;
}

function unclearWords({ endpoint }: AnyServiceError, asked: AskedFor | undefined, still: Still | undefined): string {
  if (still && asked?.name) {
    const name = bold(asked.name, MAX_NAME);
    const now =
      still.kind === 'state'
        ? `is still ${still.enabled ? 'enabled' : 'disabled'}`
        : 'still has its previous trigger words';
    return `${name} ${now}, but that may change. Check the list in a minute before you try again.`;
  }
  const what = asked?.name ? `${bold(asked.name, MAX_NAME)} was changed` : 'the change was made';
  // The list of Abilities doesn't show which Agents have them.
  return endpoint === 'assign Abilities'
    ? `I couldn't confirm whether ${what}. Check the Agent in ${dashboard()} before you try again.`
    : `I couldn't confirm whether ${what}. Check the list before you try again.`;
}

const MAX_NAME = 200;

/** For an internal error after work was started. The log entry with the same ref has the details. */
export const faultSentence = (ref: string) =>
  `Something went wrong, and I can't tell whether anything changed. Check the list (\`/abilities\`) before you try again. ${refWords({ ref })}`;

/** For a request that failed before it could change anything, because the database is unreachable. */
export const storeAwaySentence = (ref: string) =>
  `I can't reach my database right now, so nothing changed. Try again in a minute. ${refWords({ ref })}`;

/** For a request that failed before it could change anything, for another reason than the database. */
export const notStartedSentence = (ref: string) =>
  `Something went wrong before I could begin, so nothing changed. Try again in a minute. ${refWords({ ref })}`;

/** For a change that may have been made before the connection to the database was lost. */
export const storeLostSentence = (ref: string) =>
  `I lost the connection to my database, and can't tell whether anything changed. Check the list and \`/abilities history\` before you try again. ${refWords({ ref })}`;

/**
 * Reports how others changed a list while a form for it was open.
 * @param line formats the added or removed items.
 */
export function meanwhileSentence(
  { added, by, removed }: { added: readonly string[]; removed: readonly string[]; by?: string },
  line: (part: readonly string[]) => string,
): string {
  const did = [
    added.length > 0 ? `added ${line(added)}` : '',
    removed.length > 0 ? `removed ${line(removed)}` : '',
  ].filter((part) => part !== '');
  return `${by === undefined ? 'Someone else' : person(by)} ${joinAnd(did)} in the meantime. Their changes are kept.`;
}

const seconds = (ms: number) => countOf(Math.ceil(ms / 1000), 'second');

function advice(error: AnyServiceError): string {
  switch (error.kind) {
    case 'unauthorized':
      return 'An admin can find out more with `/abilities doctor`.';
    case 'misconfigured-base-url':
      return 'An admin can find out more with `/abilities doctor`.';
    case 'rate-limited':
      return `Try again ${error.retryAfterMs ? `in ${seconds(error.retryAfterMs)}` : 'in a minute'}.`;
    case 'busy':
      return 'Try again in a minute.';
    case 'unavailable':
      return error.reason === 'circuit-open' ? `Try again in ${seconds(error.retryAfterMs ?? 0)}.` : '';
    case 'not-found':
      return error.endpoint === 'assign Abilities'
        ? 'The Agent or an Ability may have been deleted.'
        : 'It may have been deleted.';
    case 'name-taken':
      return 'Choose another name, or delete the existing Ability first.';
    case 'unclear':
    case 'invalid-request':
    case 'unreadable-answer':
      return '';
  }
}

type Signing = Pick<Requester, 'at' | 'planned' | 'userId'>;

export const signed = ({ at, planned, userId }: Signing): string => {
  const asPlanned = planned ? `as planned by ${person(userId)}${lateWords(planned.for, at)}` : `by ${person(userId)}`;
  return `${asPlanned} · ${time(at)}`;
};

/**
 * Like `signed`, for the person's own private answer. A planned command isn't signed with “you”, because they didn't
 * run it now.
 */
export const signedByYou = (requester: Signing): string =>
  requester.planned ? signed(requester) : `by you · ${time(requester.at)}`;

/** `, 40 minutes late`; empty if less than a minute late. */
function lateWords(due: Date, at: Date): string {
  const minutes = Math.floor((at.getTime() - due.getTime()) / 60_000);
  return minutes < 1 ? '' : `, ${minutes < 60 ? countOf(minutes, 'minute') : 'an hour'} late`;
}

type Place = string | null | undefined;

/**
 * Warns that the result of a planned command is posted publicly: it may be planned in a private answer, and the channel
 * may include people of other organizations. Null if nobody else will see it.
 */
const postWords = (what: string, channelId: Place): string | null =>
  !channelId || channelId.startsWith('D')
    ? null
    : `I'll post the ${what} in ${channel(channelId)}, where everyone can see it, or send it to you if I'm not in that channel.`;

/** `I'll post the result in #ops, where everyone can see it, …`, following `when`; empty if nobody else will see it. */
export function postedIn(when: string, channelId: Place): types.ContextBlock[] {
  const words = postWords('result', channelId);
  return words === null ? [] : [context(`${when}${words}`)];
}

/** Says where the progress of a planned command will be shown. */
export const progressWords = (channelId: Place): string =>
  postWords('progress', channelId) ?? "I'll send you the progress.";
