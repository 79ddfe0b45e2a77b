import { parseCommand } from '../../../core/verbs.ts';

/** Whether the text of a message with files is no command of its own, so that the offer for the files is the answer. */
export function isAboutFiles(line: string): boolean {
  const asked = parseCommand(line);
  return line === '' || (asked.ok && (asked.command.verb === 'upload' || asked.command.verb === 'find'));
}
