import type { AccountExport } from '../../../core/outcome.ts';
import type { MessageAnswer } from '../answer.ts';
import { bold, countOf, day, foreign, section, toFallback } from '../text.ts';

const fileMessage = (line: string): MessageAnswer => ({
  surface: 'message',
  replaces: true,
  text: toFallback(line),
  blocks: [section(line)],
});

export const exportBegun = ({ readAt }: Pick<AccountExport, 'readAt'>): MessageAnswer =>
  fileMessage(`Writing the export of the account as it was at ${day(readAt)}…`);

export const exportSent = ({ abilities, agents, installed, readAt }: AccountExport): MessageAnswer =>
  fileMessage(
    `The export of the account as it was at ${day(readAt)}: ${countOf(agents.length, 'Agent')}, ${abilities.length === 1 ? '1 Ability' : `${abilities.length} Abilities`}, ${installed.length} installed. The zip below holds each list as JSON and as CSV.`,
  );

export const starterBegun = (name: string): MessageAnswer => fileMessage(`Packing the starter of ${bold(name)}…`);

export const starterSent = (name: string, files: number): MessageAnswer =>
  fileMessage(
    `The starter of ${bold(name)}: ${countOf(files, 'file')} in the zip below. Change \`main.py\`, then drop the zip, or its files together, where I am.`,
  );

/** @param what begins the sentence, as `The export` does. */
export const notSent = (what: string, sentence: string, ref: string): MessageAnswer =>
  fileMessage(`${what} was not sent. ${foreign(sentence, 400)} Nothing changed on the account. (ref ${ref})`);
