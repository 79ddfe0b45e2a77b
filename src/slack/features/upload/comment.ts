import { parseCommand } from '../../../core/verbs.ts';

/** `add this`, `upload my new Ability, please`: words for the files, where a command has a name. */
const POINTS_AT_FILES =
  /^(?:add|install|new|upload|use)(?:[\s,]+(?:this|that|it|these|those|them|one|a|the|my|our|new|zips?|files?|ability|abilities|please))+[.!?]*$/i;

/** Whether the text of a message with files is no command of its own, so that the offer for the files is the answer. */
export function isAboutFiles(line: string): boolean {
  const asked = parseCommand(line);
  return (
    line === '' ||
    POINTS_AT_FILES.test(line) ||
    (asked.ok && (asked.command.verb === 'upload' || asked.command.verb === 'find'))
  );
}

/** Whether a file may be offered: a zip, or the source of one. */
export const mayBeAbility = ({ name }: { name: string | null }): boolean => /\.(?:zip|py)$/i.test(name ?? '');
