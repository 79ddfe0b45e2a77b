import type { Refusal } from '../../core/refusal.ts';
import { bold, foreign, namesLine } from './text.ts';

const COMMAND = '`/abilities`';
const typed = (line: string) => `\`/abilities ${line.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\``;
/** A choice of ten is long enough to read; the message has an end too. */
const MOST_CANDIDATES = 10;

/** Why nothing was done, and what to do instead. */
export function refusalSentence(refusal: Refusal): string {
  switch (refusal.why) {
    case 'unknown-verb': {
      const asked = `“${foreign(refusal.word, 40)}” is not something I know.`;
      return refusal.suggestion
        ? `${asked} Did you mean ${typed(refusal.suggestion)}? ${typed('help')} lists everything.`
        : `${asked} ${typed('help')} lists everything.`;
    }
    case 'missing-argument':
      return `${typed(refusal.verb)} needs to know which one. Write ${typed(refusal.usage)}.`;
    case 'bad-argument':
      return `“${foreign(refusal.given, 60)}” does not fit after ${typed(refusal.verb)}. Write ${typed(refusal.usage)}.`;
    case 'no-such-ability':
      // A button's reference: nobody typed it, and it was there when the button was drawn.
      if (/^(id|installed):\d+$/.test(refusal.asked)) {
        return `That Ability (${refusal.asked}) is not there any more. Nothing changed. ${COMMAND} shows what is.`;
      }
      return `There is no Ability “${foreign(refusal.asked, 80)}” on the account.${didYouMean(refusal.suggestions)}`;
    case 'several-abilities':
      return `“${foreign(refusal.asked, 80)}” fits more than one Ability. Nothing changed. Choose one:`;
    case 'no-such-agent':
      return `There is no Agent “${foreign(refusal.asked, 80)}” on the account.${didYouMean(refusal.suggestions)} ${typed('agents')} lists them.`;
    case 'several-agents':
      return `“${foreign(refusal.asked, 80)}” fits more than one Agent. Nothing changed. Say which by its ID: ${refusal.candidates
        .slice(0, MOST_CANDIDATES)
        .map((id) => typed(`assign ${id}`))
        .join(', ')}.`;
    case 'not-installed':
      return `${bold(refusal.entry.name)} is not installed, so it cannot be switched on or off. Nothing changed. Assigning it to an Agent can install it.`;
    case 'orphan':
      return `The Ability behind ${bold(refusal.entry.name)} was deleted, so its installed record cannot be switched. Nothing changed. The service offers no way to remove the record.`;
    case 'no-ability-record':
      return `The Ability behind ${bold(refusal.entry.name)} is gone already; only an installed record is left, and the service offers no way to delete that. Nothing changed.`;
    case 'other-workspace':
      return 'Only members of the workspace that this bot belongs to can do that. Nothing changed. Ask one of them.';
    case 'stale-button':
      return `This button is from an older version and I cannot read it. Nothing changed. ${COMMAND} shows what is true now.`;
  }
}

const didYouMean = (names: readonly string[]) => (names.length === 0 ? '' : ` Did you mean ${namesLine(names)}?`);
