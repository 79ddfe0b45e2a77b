import { parseCommand } from '../../../core/verbs.ts';

/** Refers to the files where a command would have a name: `add this`, `upload my new Ability, please`. */
const POINTS_AT_FILES =
  /^(?:add|install|new|upload|use)(?:[\s,]+(?:this|that|it|these|those|them|one|a|the|my|our|new|zips?|files?|ability|abilities|please))+[.!?]*$/i;

/** True if the text of a message with files isn't a command of its own, so that the offer for the files answers it. */
export function isAboutFiles(line: string): boolean {
  const asked = parseCommand(line);
  return (
    line === '' ||
    POINTS_AT_FILES.test(line) ||
    (asked.ok && (asked.command.verb === 'upload' || asked.command.verb === 'find'))
  );
}

/** True if a file may be offered, because it's a zip or a source file. */
export const mayBeAbility = ({ name }: { name: string | null }): boolean => /\.(?:zip|py)$/i.test(name ?? '');
