import type { AccountExport } from '../../../core/outcome.ts';
import { countAbilities } from '../abilities/count-abilities.ts';
import { bold, countOf, time } from '../text.ts';

/** What an export holds, while the file is on its way. */
export const exportSentence = ({ abilities, agents, installed, readAt, unread }: AccountExport) =>
  `The account as it was at ${time(readAt)} is on its way to you in a direct message: ${countAbilities(abilities.length)}, ${installed.length} installed, ${countOf(agents.length, 'Agent')}.${unread ? ` ${countOf(unread, 'row')} of the service could not be read and ${unread === 1 ? 'is' : 'are'} missing.` : ''} Nothing changed on the account.`;

/** A first Ability to write on, while the zip is on its way. */
export const starterSentence = (name: string) =>
  `The starter of ${bold(name)} is on its way to you in a direct message, as a zip with main.py in it. Change what it says and does, then drop it where I am. Nothing changed on the account.`;
