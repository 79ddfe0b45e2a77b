import type { types } from '@slack/bolt';
import type { CodeFacts, FactKind } from '../../store/code-facts-record.ts';
import type { CodeChanges } from '../../store/upload-record.ts';
import { actions, changesButton } from './buttons.ts';
import { code, codeBlock, fitTexts, MAX_CODE_LINE, section } from './kit.ts';

type Listed = CodeChanges['added'];

const MAX_SHOWN = 10;

/** The first ten names of a list, as code, and the number of the others. */
export function listedNames({ count, first }: Listed): string {
  const shown = first.slice(0, MAX_SHOWN);
  const more = count - shown.length;
  return `${shown.map(code).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const CHANGED = { changed: 'Changed', added: 'Added', removed: 'Removed' } as const;

/** In characters, below Slack's limit of 3,000 for a block. */
const MAX_TEXT = 2900;
const MAX_CODE = 2800;

/** At most three sections. A line may be long: it lists up to ten names of 100 characters. */
const inSections = (lines: readonly string[]): types.SectionBlock[] => fitTexts(lines, MAX_TEXT, 3).map(section);

/** The files that an update changes, and the hosts, keys, commands and imports in its code. Without lines of code. */
export const changesLines = (changes: CodeChanges): string[] => [
  ...changedPaths(changes),
  ...(changes.facts ? factsLines(changes.facts) : []),
];

/** Like `changesLines`, with the first changed lines and a button for the rest. @param upload null: no button. */
export const changesBlocks = (
  changes: CodeChanges,
  upload: { id: string; name: string } | null,
): (types.SectionBlock | types.ActionsBlock)[] => [
  ...inSections(changedPaths(changes)),
  ...(changes.facts ? factsBlocks(changes.facts) : []),
  ...(changes.lines ?? []).flatMap(({ lines, path, total }) => changedLines(path, lines, total)),
  ...(upload && isCut(changes) ? actions(changesButton(upload)) : []),
];

/** The hosts, keys, commands and imports in the code. */
export const factsBlocks = (facts: CodeFacts): types.SectionBlock[] => inSections(factsLines(facts));

function changedPaths(changes: CodeChanges): string[] {
  const lines = (['changed', 'added', 'removed'] as const).flatMap((kind) =>
    changes[kind].count === 0 ? [] : [`*${CHANGED[kind]}*  ${listedNames(changes[kind])}`],
  );
  return lines.length === 0 ? ['No file changes.'] : lines;
}

const FACTS: Record<Exclude<FactKind, 'unread'>, { all: string; added: string }> = {
  hosts: { all: 'Hosts', added: 'New hosts' },
  keys: { all: 'Keys', added: 'New keys' },
  commands: { all: 'Commands', added: 'New commands' },
  imports: { all: 'Imports', added: 'New imports' },
};

/** States facts, not a verdict. Omits imports that the current version already has. */
function factsLines(facts: CodeFacts): string[] {
  const lines = (['hosts', 'keys', 'commands', 'imports'] as const).flatMap((kind) => {
    const { added, kept } = facts[kind];
    return [
      ...(added.count > 0 ? [`*${FACTS[kind].added}*  ${listedNames(added)}`] : []),
      ...(kept.count > 0 && kind !== 'imports' ? [`*${FACTS[kind].all}*  ${listedNames(kept)}`] : []),
    ];
  });
  const { added, kept } = facts.unread;
  const unread = { first: [...added.first, ...kept.first], count: added.count + kept.count };
  const isNew = lines.some((line) => line.startsWith('*New'));
  return [
    ...(isNew ? [] : ['No new hosts, keys, commands or imports.']),
    ...lines,
    ...(unread.count > 0 ? [`*Not searched* (too long, or not text)  ${listedNames(unread)}`] : []),
  ];
}

type ChangedLines = NonNullable<CodeChanges['lines']>[number];

/** A file's changed lines, with their count. @param total the counts for the whole file, if `lines` is only a part. */
export function changedLines(
  path: string,
  lines: readonly string[],
  total?: ChangedLines['total'],
): types.SectionBlock[] {
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  const { added, removed } = total ?? { added: count('+'), removed: count('-') };
  return [
    section(`*Changed*  ${code(path)}  +${added} −${removed}`),
    section(codeBlock(lines, MAX_CODE, total?.lines)),
  ];
}

/** Whether the blocks omit some changes. They never show the lines of added and removed files. */
function isCut({ added, changed, lines = [], removed }: CodeChanges): boolean {
  return added.count + removed.count > 0 || changed.count > lines.length || lines.some(areCut);
}

/** Older records have no line count, so they count as cut. */
const areCut = ({ lines, total }: ChangedLines): boolean =>
  total === undefined ||
  total.lines > lines.length ||
  lines.some((line) => line.length > MAX_CODE_LINE) ||
  codeBlock(lines, MAX_CODE) !== codeBlock(lines, Number.POSITIVE_INFINITY);
