import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import { type AnyServiceError, isServiceError, leavesOutcomeOpen, NotFoundError } from '../../service/errors.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import type { Difference } from '../../store/difference-record.ts';
import type { Change } from '../../store/undo-record.ts';
import { done, installedTarget, refTarget, unchanged } from '../audit-result.ts';
import type { CatalogEntry } from '../catalog.ts';
import {
  type Comparison,
  cannotUndo,
  movedOn,
  type ShownAccount,
  type UndoResult,
  wordsOfInstalled,
} from '../change.ts';
import { type Clash, findClashesIn } from '../clashes.ts';
import type { Command } from '../command.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { findAbility } from '../find.ts';
import {
  explainGone,
  findInstalled,
  lookFor,
  missingRow,
  readCatalog,
  readInstalledRow,
  requireInstalled,
} from '../lookup.ts';
import { findAuthor } from '../meanwhile.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../operation-context.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { type AbilityRef, parseAbilityRef } from '../references.ts';
import { fold } from '../text-matching.ts';
import {
  compareWords,
  editBetween,
  editWords,
  isSame,
  meantEdit,
  meanwhileOf,
  readWordsChange,
  type WordsChange,
  type WordsDifference,
  type WordsMeanwhile,
  withMeanwhile,
} from '../trigger-words.ts';

export type TriggersCommand =
  | { verb: 'triggers'; target: AbilityRef }
  /** Opens the form that edits all trigger words. */
  | { verb: 'edit-triggers'; target: AbilityRef }
  /** `seen`: the trigger words that the form or button showed, if known. */
  | { verb: 'change-triggers'; target: AbilityRef; change: WordsChange; seen?: string[] };

export type TriggersRefusal =
  /** The last trigger word can't be removed, because the service rejects an empty list. */
  | { why: 'no-words-left'; name: string }
  /** The Ability has none of the words to remove. */
  | { why: 'no-such-words'; name: string; asked: string[]; words: string[] };

export type TriggersOutcome =
  /** `row`: the installed record, whose trigger words are in effect. */
  | { kind: 'triggers'; entry: CatalogEntry; row: InstalledAbility }
  /** `clashes`: clashes of its trigger words with other Abilities. */
  | { kind: 'triggers-form'; row: InstalledAbility; clashes: readonly Clash[] }
  | { kind: 'triggers-saved'; id: InstalledAbilityId; name: string; difference: WordsDifference }
  | { kind: 'triggers-unchanged'; id: InstalledAbilityId; name: string; meanwhile?: WordsMeanwhile };

type TriggersChanged = Extract<Change, { kind: 'triggers' }>;

/** The result of undoing a change of trigger words. */
export type UndoneTriggers = Extract<TriggersOutcome, { kind: 'triggers-saved' }>;

const targetOf = ({ target }: TriggersCommand): AuditTarget[] => [refTarget(target)];

export const triggersFeature: Feature<TriggersCommand, TriggersOutcome, TriggersChanged> = {
  verbs: {
    triggers: {
      doing: 'Saving',
      group: 'Change',
      role: 'editor',
      action: 'change trigger words',
      argument: '[name] [add: words] [remove: words]',
      summary: "Show or change an installed Ability's trigger words.",
      examples: [
        'triggers Weather',
        'triggers Weather add: rain, snow remove: hail',
        'triggers Weather replace: rain, "hey, you"',
        'triggers Weather edit:',
      ],
      homeLabel: 'Trigger words…',
      tryLine: 'triggers',
      read: readTriggers,
    },
  },
  commands: {
    triggers: {
      changes: false,
      targets: targetOf,
      nextAction: () => ({ verb: 'triggers', change: null }),
      // Older versions asked before saving, with a button whose value contained the words.
      complete: ({ target }, { words }) => {
        if (!words) return { verb: 'triggers', target };
        const { add, keep, remove } = words;
        const change = { kind: 'edit', add, remove } as const;
        return { verb: 'change-triggers', target, change, seen: keep ? [...keep, ...remove] : undefined };
      },
      run: ({ target }, { context }) => showTriggers(target, context),
    },
    'edit-triggers': {
      verb: 'triggers',
      changes: false,
      targets: targetOf,
      nextAction: () => ({ verb: 'triggers', change: 'form' }),
      form: () => 'Trigger words',
      run: ({ target }, { context }) => openTriggersForm(target, context),
    },
    'change-triggers': {
      verb: 'triggers',
      changes: true,
      targets: targetOf,
      nextAction: ({ change }) => ({ verb: 'triggers', change }),
      run: (command, { context }) => changeTriggers(command, context),
    },
  },
  outcomes: {
    triggers: SHOWS,
    'triggers-form': SHOWS,
    'triggers-saved': {
      audit: ({ difference, id, name }) => ({
        ...done([installedTarget(id, name)]),
        before: difference.before.join(', '),
        after: difference.after.join(', '),
      }),
      change: ({ difference: { after, before }, id, name }) => ({ kind: 'triggers', id, name, before, after }),
    },
    'triggers-unchanged': { audit: ({ id, name }) => unchanged([installedTarget(id, name)]), change: null },
  },
  records: {
    triggers: {
      name: ({ name }) => name,
      things: ({ id }) => [wordsOfInstalled(id)],
      agentList: () => null,
      undo: (change, _, { context }) => restoreWords(change, context),
      compare: compareListedWords,
      abilities: null,
      isAbout: ({ id }, { installed }) => id === installed?.id,
      isTemporary: false,
      explains: ({ id }, one) => (one.kind === 'words' || one.kind === 'cannot-fire') && one.id === id,
      replay: ({ after, id }, account) => account.setTriggerWords(id, after),
    },
  },
};

function readTriggers(argument: string): Command | null {
  const read = readWordsChange(argument);
  if (!read) return null;
  const { name, entry } = read;
  if (name === '') return entry === 'show' ? { verb: 'choose', wanted: 'triggers' } : null;
  const target = parseAbilityRef(name);
  if (entry === 'show') return { verb: 'triggers', target };
  if (entry === 'form') return { verb: 'edit-triggers', target };
  return { verb: 'change-triggers', target, change: entry };
}

/** Computes the new trigger words from the current row, or refuses. */
type ChangeWords = (row: InstalledAbility) => string[] | Refusal;

/**
 * Saves trigger words (endpoint 7). Reads the row first, and sends its state back unchanged.
 * @param seen the words that the person was shown, to report concurrent changes; undefined if none were shown.
 */
export function saveTriggerWords(
  id: InstalledAbilityId,
  wanted: ChangeWords,
  context: OperationContext,
  seen?: readonly string[],
): Promise<Outcome> {
  return context.locks.alone(`installed:${id}`, async () => {
    const row = await readInstalledRow(id, context);
    return row ? save(row, wanted(row), context, seen) : explainGone(id, context);
  });
}

async function save(
  row: InstalledAbility,
  words: string[] | Refusal,
  context: OperationContext,
  seen: readonly string[] | undefined,
): Promise<Outcome> {
  if (!Array.isArray(words)) return { kind: 'refused', refusal: words };
  const { enabled, id, name } = row;
  // The service rejects an empty list.
  if (words.length === 0) return { kind: 'refused', refusal: { why: 'no-words-left', name } };
  const difference = await signMeanwhile(withMeanwhile(compareWords(row.triggerWords, words), seen), id, context);
  if (isSame(difference)) return { kind: 'triggers-unchanged', id, name, ...meanwhileOf(difference) };
  const saved = { kind: 'triggers-saved', id, name, difference } as const;
  try {
    const doubt = await context.service.setInstalledAbility(row, { enabled, triggerWords: words });
    return doubt ? learnWhatHappened(saved, doubt, context) : saved;
  } catch (error) {
    if (error instanceof NotFoundError) return explainGone(id, context);
    if (!leavesOutcomeOpen(error)) throw error;
    return learnWhatHappened(saved, error, context);
  }
}

async function signMeanwhile(
  difference: WordsDifference,
  id: InstalledAbilityId,
  context: OperationContext,
): Promise<WordsDifference> {
  const { before, meanwhile } = difference;
  if (!meanwhile) return difference;
  const by = await findAuthor(
    (change) => (change.kind === 'triggers' && change.id === id ? isSame(compareWords(change.after, before)) : null),
    context,
  );
  return by === null ? difference : { ...difference, meanwhile: { ...meanwhile, by } };
}

/** After a lost response, confirms the change if the list shows it. If not, the service may still be working. */
async function learnWhatHappened(
  saved: Extract<Outcome, { kind: 'triggers-saved' }>,
  error: AnyServiceError,
  context: OperationContext,
): Promise<Outcome> {
  try {
    const now = await readInstalledRow(saved.id, context);
    if (now && isSame(compareWords(now.triggerWords, saved.difference.after))) return saved;
    if (now) return { kind: 'trouble', error, effect: 'unknown', still: { kind: 'trigger-words' } };
  } catch (readError) {
    if (!isServiceError(readError)) throw readError;
  }
  return { kind: 'trouble', error, effect: 'unknown' };
}

/**
 * Applies the person's edit to the current trigger words, instead of saving the resulting list, so that concurrent
 * changes by others are kept.
 */
async function changeTriggers(
  { change, seen, target }: Extract<Command, { verb: 'change-triggers' }>,
  context: OperationContext,
): Promise<Outcome> {
  if (seen && target.by === 'installed' && change.kind === 'edit') {
    return saveTriggerWords(target.id, ({ triggerWords }) => editWords(triggerWords, change), context, seen);
  }
  const found = await findInstalled(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return saveTriggerWords(found.row.id, (row) => wordsAfter(row, change), context, seen);
}

function wordsAfter({ name, triggerWords }: InstalledAbility, change: WordsChange): string[] | Refusal {
  const edit = change.kind === 'edit' ? meantEdit(change, triggerWords) : editBetween(triggerWords, change.words);
  const after = editWords(triggerWords, edit);
  const present = new Set(triggerWords.map(fold));
  const { remove } = edit;
  const isUnchanged = isSame(compareWords(triggerWords, after));
  if (remove.length > 0 && isUnchanged && !remove.some((word) => present.has(fold(word)))) {
    return { why: 'no-such-words', name, asked: remove, words: triggerWords };
  }
  return after;
}

/** Shows the trigger words of the installed record, which are in effect. Calls endpoints 5 and 6. */
async function showTriggers(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const found = requireInstalled((await lookFor(target, context)).found);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return { kind: 'triggers', entry: found.entry, row: found.row };
}

async function openTriggersForm(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const catalog = await readCatalog(context, MAY_BE_PARTIAL);
  const found = requireInstalled(findAbility(catalog, target));
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const { row } = found;
  const clashes = await findClashesIn(catalog, { words: row.triggerWords, ownId: row.id }, context);
  return { kind: 'triggers-form', row, clashes };
}

/** Ignores trigger words that others have added in the meantime. */
async function compareListedWords(change: TriggersChanged, account: ShownAccount): Promise<Comparison> {
  const { after, before, id, name } = change;
  const rows = await account.rows();
  const row = rows.find((one) => one.id === id);
  if (!row) return { differences: [missingRow(rows, id, name)], left: change };
  // A service where no Ability has trigger words doesn't list them.
  if (rows.every(({ triggerWords }) => triggerWords.length === 0)) return { differences: [], left: change };
  const shown = splitWords(row.triggerWords);
  const wanted = splitWords(after);
  const missing = without(wanted, shown);
  const kept = without(splitWords(before), wanted).filter((word) => without([word], shown).length === 0);
  if (missing.length + kept.length === 0) return { differences: [], left: change };
  const isOld = isSame(compareWords(row.triggerWords.map(fold), before.map(fold)));
  const differences: Difference[] = [{ kind: 'words', id, name, missing, kept, isOld }];
  return { differences, left: isOld ? null : { ...change, after: row.triggerWords } };
}

/** Splits at commas, as the service does with trigger words. */
const splitWords = (words: readonly string[]): string[] =>
  words.flatMap((word) => word.split(',')).flatMap((word) => word.trim() || []);

function without(words: readonly string[], others: readonly string[]): string[] {
  const folded = new Set(others.map(fold));
  return words.filter((word) => !folded.has(fold(word)));
}

/** Compares trigger words after folding, because the service may change their spelling. */
async function restoreWords(
  { after, before, id, name }: TriggersChanged,
  context: OperationContext,
): Promise<UndoResult> {
  const isAsLeft = (words: readonly string[]) => isSame(compareWords(words.map(fold), after.map(fold)));
  const outcome = await saveTriggerWords(
    id,
    ({ triggerWords }) => (isAsLeft(triggerWords) ? before : cannotUndo('moved-on', name)),
    context,
  );
  if (outcome.kind === 'triggers-unchanged') return movedOn(name);
  return outcome.kind === 'triggers-saved' ? { done: true, outcome } : { done: false, outcome };
}
