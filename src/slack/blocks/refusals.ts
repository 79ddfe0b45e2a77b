import type { Numbered, Refusal } from '../../core/outcome.ts';
import { readBareNumber } from '../../core/references.ts';
import { accountSentence, notConnectedSentence } from '../features/connect.ts';
import { channelClosedSentence, roleMissingSentence, whoUnknownSentence } from '../features/whoami.ts';
import { bold, foreign, namesLine, typed, wordsLine } from './kit.ts';
import { sentenceMessage } from './sentences.ts';

type CannotUndo = Extract<Refusal, { why: 'cannot-undo' }>;

/** Why a change is not taken back. `what` is what it was about; null when nobody knows it. */
export function cannotUndoSentence({ reason, what }: CannotUndo): string {
  const change = what === null ? 'This change' : `The change of ${bold(what)}`;
  return `${WHY[reason](change)} Nothing changed. \`/abilities\` shows what is true now.`;
}

const WHY: Record<CannotUndo['reason'], (change: string) => string> = {
  none: () => 'There is no change of yours to take back.',
  unknown: () => 'I know of no such change that could be taken back.',
  'too-late': (change) => `${change} is more than 10 minutes old, so it is not taken back: others may rely on it.`,
  'being-undone': (change) => `${change} is being taken back by somebody just now.`,
  'undone-already': (change) => `${change} was taken back already.`,
  'moved-on': (change) => `${change} was overtaken: the same was changed again since, so it is not taken back.`,
  'other-account': (change) => `${change} was made in the account that this workspace worked with before.`,
  'not-undoable': (change) =>
    `${change} cannot be taken back: what is deleted or uploaded stays so, and so does a list of which nobody knew what it was before.`,
};

const COMMAND = '`/abilities`';

/** Why nothing was done, and what to do instead. */
export function refusalSentence(refusal: Refusal): string {
  switch (refusal.why) {
    case 'unknown-verb': {
      const asked = `“${foreign(refusal.word, 40)}” is not something I know.`;
      return refusal.suggestion
        ? `${asked} Did you mean ${typed(refusal.suggestion)}? ${typed('help')} lists everything.`
        : `${asked} ${typed('help')} lists everything.`;
    }
    case 'nothing-of-that-name':
      return nothingSentence(refusal);
    case 'several-things':
      return `“${foreign(refusal.asked, 80)}” means more than one thing here. Nothing changed. Choose one:`;
    case 'missing-argument':
      return `${typed(refusal.verb)} needs to know which one. Write ${typed(refusal.usage)}.`;
    case 'bad-argument':
      return `“${foreign(refusal.given, 60)}” does not fit after ${typed(refusal.verb)}. Nothing changed. Write ${typed(refusal.usage)}.`;
    case 'no-such-ability':
      // A button's reference: nobody typed it, and it was there when the button was drawn.
      if (/^(id|installed):\d+$/.test(refusal.asked)) {
        return `That Ability (${refusal.asked}) no longer exists.${mayBeUnread(refusal.unread, 'Ability')} Nothing changed. ${COMMAND} lists all Abilities.`;
      }
      return `There is no Ability “${foreign(refusal.asked, 80)}” on the account.${mayBeUnread(refusal.unread, 'Ability')}${byNumber(refusal.asked, refusal.numbered, 'id:6001', 'installed:90001')}${separately(refusal.asked)}${didYouMean(refusal.suggestions)}`;
    case 'several-abilities':
      return `“${foreign(refusal.asked, 80)}” fits more than one Ability. Nothing changed. Choose one:`;
    case 'no-such-agent':
      return `There is no Agent “${foreign(refusal.asked, 80)}” on the account.${mayBeUnread(refusal.unread, 'Agent')}${byNumber(refusal.asked, refusal.numbered, 'agent:301')}${didYouMean(refusal.suggestions)} ${typed('agents')} lists them.`;
    case 'several-agents':
      return `“${foreign(refusal.asked, 80)}” fits more than one Agent. Nothing changed. Choose one:`;
    case 'no-words-left':
      return `${bold(refusal.name)} would have no trigger words left, and the service wants at least one. Nothing changed. Add another one in the same step, or disable the Ability.`;
    case 'no-such-words':
      return `${bold(refusal.name)} does not have ${wordsLine(refusal.asked, 400)}. Nothing changed. Its trigger words are: ${wordsLine(refusal.words, 800)}.`;
    case 'too-many':
      return `That is too much at once: at most ${refusal.most} ${refusal.what}. Nothing changed. Do it in smaller steps.`;
    case 'cannot-undo':
      return cannotUndoSentence(refusal);
    case 'not-installed':
      return `${bold(refusal.entry.name)} is not installed, so it cannot be switched on or off and has no trigger words that count. Nothing changed. Assigning it to an Agent can install it.`;
    case 'orphan':
      return `The Ability behind ${bold(refusal.entry.name)} was deleted, so its installed record cannot be changed. Nothing changed. The service offers no way to remove the record.`;
    case 'no-ability-record':
      return `The Ability behind ${bold(refusal.entry.name)} is gone already; only an installed record is left, and the service offers no way to delete that. Nothing changed.`;
    case 'other-workspace':
      return 'Only members of the workspace that this bot belongs to can do that. Nothing changed. Ask one of them.';
    case 'who-unknown':
      return whoUnknownSentence(refusal);
    case 'role-missing':
      return roleMissingSentence(refusal);
    case 'channel-closed':
      return channelClosedSentence(refusal);
    case 'not-recorded':
      return 'I could not write down who asked for this, so I did not do it. Nothing changed. Try again in a minute.';
    case 'no-such-approval':
      return `I know no request ${foreign(refusal.id, 20)}, or not any more. Nothing changed. ${typed('approve')} shows what waits for a second admin.`;
    case 'own-approval':
      return `You asked for this yourself, so another admin has to approve it. Nothing changed. You can withdraw it with ${typed(`decline ${refusal.id}`)}.`;
    case 'copied-button':
      return `This button belongs to another workspace, so it does nothing here. Nothing changed. ${COMMAND} shows what is here.`;
    case 'not-connected':
      return notConnectedSentence(refusal);
    case 'nothing-connected':
    case 'key-fixed':
    case 'key-typed':
      return accountSentence(refusal);
    case 'stale-button':
      return `This button is from an older version and I cannot read it. Nothing changed. ${COMMAND} shows what is true now.`;
  }
}

/** The same as one line of several: where nobody can choose on the spot, it says how to name the one that is meant. */
export function refusalLine(refusal: Refusal): string {
  if (refusal.why !== 'several-abilities') return refusalSentence(refusal);
  const ids = refusal.candidates
    .slice(0, 3)
    .flatMap(({ ability, installed }) =>
      ability ? [`\`id:${ability.id}\``] : installed ? [`\`installed:${installed.id}\``] : [],
    );
  return `“${foreign(refusal.asked, 80)}” fits ${refusal.candidates.length} Abilities. Nothing changed. Name it by its ID: ${ids.join(', ')}.`;
}

/** A name without a verb that is none: what may have been meant stands beside it as buttons. */
function nothingSentence({
  abilities,
  agents,
  asked,
  likely,
  numbered,
}: Extract<Refusal, { why: 'nothing-of-that-name' }>): string {
  const isOnlyVerb = likely !== null && abilities.length + agents.length === 0;
  return [
    isOnlyVerb
      ? `Unknown command “${foreign(asked.split(/\s/)[0] ?? '', 40)}”. Nothing changed.`
      : `No command, Ability or Agent matches “${foreign(asked, 80)}”. Nothing changed.`,
    likely ? `Did you mean ${typed(likely.verb)}?` : '',
    byNumber(asked, numbered, 'id:6001', 'installed:90001').trim(),
    abilities.length > 0 ? `Abilities with a name like that: ${namesLine(abilities, 400)}.` : '',
    agents.length > 0 ? `Agents with a name like that: ${namesLine(agents, 400)}.` : '',
    `${typed('help')} lists everything.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Somebody may have meant several names, or one name that looks like several. */
const separately = (asked: string) =>
  asked.includes(',') || asked.includes('"')
    ? ' Several are separated by commas; a name with a comma in it is quoted.'
    : '';

/** A number alone is not an ID: lists the IDs with that number, or shows the format. */
function byNumber(asked: string, numbered: readonly Numbered[] = [], ...examples: string[]): string {
  if (readBareNumber(asked) === null) return '';
  if (numbered.length === 0) return ` An ID is written as ${examples.map((one) => `\`${one}\``).join(' or ')}.`;
  return ` Did you mean ${numbered.map(({ name, ref }) => `\`${ref}\` (${bold(name)})`).join(' or ')}?`;
}

/** Avoids the conclusion that it is gone. */
const mayBeUnread = (unread: number | undefined, what: 'Ability' | 'Agent') =>
  unread ? ` At least one ${what} could not be read, which may be this one.` : '';

const didYouMean = (names: readonly string[]) => (names.length === 0 ? '' : ` Did you mean ${namesLine(names)}?`);

/** Why somebody may not, where nothing else is drawn. */
export const refusedMessage = (refusal: Refusal, ref: string) =>
  sentenceMessage(`${refusalSentence(refusal)} (ref ${ref})`);
