import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import {
  type AnyServiceError,
  affectsEveryCall,
  isServiceError,
  leavesOutcomeOpen,
  NotFoundError,
} from '../../service/errors.ts';
import type { Difference } from '../../store/difference-record.ts';
import type { Change } from '../../store/undo-record.ts';
import { type AuditResult, done, installedTarget, refTarget, unchanged } from '../audit-result.ts';
import { type Comparison, movedOn, nameOrCount, type ShownAccount, type UndoResult } from '../change.ts';
import type { Command } from '../command.ts';
import { type CommandRow, type Feature, SHOWS } from '../feature.ts';
import { findSeveral } from '../find.ts';
import { NotLockedError } from '../locks.ts';
import { explainGone, findInstalled, missingRow, readCatalog, readInstalledRow, requireInstalled } from '../lookup.ts';
import { FINDING, type OperationContext } from '../operation-context.ts';
import type { Effect, Outcome, Refusal } from '../outcome.ts';
import { type AbilityRef, formatAbilityRef, MAX_AT_ONCE, parseAbilityRefs } from '../references.ts';
import { listedWords, missingWords } from '../trigger-words.ts';
import { EVERYWHERE } from '../verb.ts';
import { readToggleAll } from './toggle-all.ts';

export type ToggleCommand = { verb: 'enable' | 'disable'; targets: AbilityRef[]; triggerWords?: string[] };

export type ToggleOutcome =
  | ({ kind: 'toggled'; triggerWords: 'kept' | 'set' } & ToggledItem)
  | { kind: 'unchanged'; id: InstalledAbilityId; name: string; enabled: boolean }
  | { kind: 'toggled-several'; enabled: boolean; results: ToggleResult[] }
  | { kind: 'needs-trigger-words'; row: InstalledAbility; wanted: 'enable' | 'disable' };

/** As stored in the undo log. */
type Toggled = Extract<Change, { kind: 'toggled' }>;
type ToggledItem = Toggled['items'][number];

/** The result of undoing a toggle. */
export type UndoneToggle = Extract<ToggleOutcome, { kind: 'toggled' | 'toggled-several' }>;

/** The result for one of several Abilities. */
export type ToggleResult =
  | { kind: 'toggled' | 'unchanged'; id: InstalledAbilityId; name: string; words?: string[] }
  /** The service does not toggle an Ability without trigger words. */
  | { kind: 'needs-trigger-words'; id: InstalledAbilityId; name: string }
  | { kind: 'refused'; asked: string; refusal: Refusal }
  | { kind: 'trouble'; name: string; error: AnyServiceError; effect: Effect };

export interface Toggle {
  verb: 'enable' | 'disable';
  target: AbilityRef;
  /** Given if the Ability had none and the person entered them. */
  triggerWords?: string[];
}

const TOGGLE: CommandRow<ToggleCommand> = {
  verb: ({ verb }) => verb,
  changes: true,
  targets: ({ targets }) => targets.map(refTarget),
  wanted: ({ verb }) => ({ verb }),
  // The service does not toggle an Ability without trigger words, so a form asks for them.
  form: ({ targets, triggerWords }, asks) => (asks && targets.length === 1 && !triggerWords ? 'Trigger words' : null),
  run: (command, { context }) => toggleTargets(command, context),
};

export const toggleFeature = {
  verbs: {
    enable: {
      name: 'enable',
      doing: 'Enabling',
      group: 'Change',
      role: 'operator',
      argument: '[name, … or all]',
      summary: 'Switch installed Abilities on. Their trigger words stay.',
      examples: ['enable Weather', 'enable Weather, Night Watch', 'enable all on Nova', 'enable'],
      tryLine: 'enable',
      places: EVERYWHERE,
      read: (argument) => readToggle('enable', argument),
    },
    disable: {
      name: 'disable',
      doing: 'Disabling',
      group: 'Change',
      role: 'operator',
      argument: '[name, … or all]',
      summary: 'Switch installed Abilities off. They are not deleted.',
      examples: ['disable Weather', 'disable "Weather" "Night Watch"', 'disable all Skills', 'disable'],
      tryLine: 'disable',
      places: EVERYWHERE,
      read: (argument) => readToggle('disable', argument),
    },
  },
  commands: {
    enable: TOGGLE,
    disable: TOGGLE,
  },
  outcomes: {
    toggled: {
      audit: ({ enabled, id, name }) => ({
        ...done([installedTarget(id, name)]),
        before: stateWord(!enabled),
        after: stateWord(enabled),
      }),
      change: (outcome) => ({ kind: 'toggled', items: [itemOf(outcome, outcome.enabled)] }),
    },
    unchanged: {
      audit: ({ enabled, id, name }) => ({
        ...unchanged([installedTarget(id, name)]),
        before: stateWord(enabled),
        after: stateWord(enabled),
      }),
      change: null,
    },
    'toggled-several': {
      audit: ({ enabled, results }) => auditSeveral(results, enabled),
      change: ({ enabled, results }) => {
        const items = results.flatMap((result) => (result.kind === 'toggled' ? [itemOf(result, enabled)] : []));
        return items.length > 0 ? { kind: 'toggled', items } : null;
      },
    },
    'needs-trigger-words': SHOWS,
  },
  records: {
    toggled: {
      name: ({ items }) => nameOrCount(items),
      things: ({ items }) => items.map(({ id }) => `state of ${id}`),
      undo: (change, _, context) =>
        change.items.length === 1 ? switchBack(change, context) : switchAllBack(change, context),
      compare: compareStates,
      replay: ({ items }, account) => {
        for (const { enabled, id } of items) account.toggle(id, enabled);
      },
    },
  },
} satisfies Feature<ToggleCommand, ToggleOutcome, Toggled>;

const itemOf = ({ id, name, words }: Omit<ToggledItem, 'enabled'>, enabled: boolean): ToggledItem =>
  words ? { id, name, enabled, words } : { id, name, enabled };

function readToggle(verb: 'enable' | 'disable', argument: string): Command {
  const targets = parseAbilityRefs(argument);
  if (targets.length === 0) return { verb: 'choose', wanted: verb };
  return readToggleAll(verb, argument) ?? { verb, targets };
}

/** The result for a single Ability. */
type OneToggleOutcome = Extract<
  Outcome,
  { kind: 'toggled' | 'unchanged' | 'needs-trigger-words' | 'refused' | 'trouble' }
>;

/**
 * Endpoint 7. The service replaces the whole record, so the row is read first and its trigger words are sent back. The
 * target state is absolute: the second of two identical clicks changes nothing.
 */
export async function toggleAbility(toggle: Toggle, context: OperationContext): Promise<OneToggleOutcome> {
  const { target } = toggle;
  if (target.by !== 'installed') {
    const found = await findInstalled(target, context);
    if (!found.ok) return { kind: 'refused', refusal: found.refusal };
    return toggleAbility({ ...toggle, target: { by: 'installed', id: found.row.id } }, context);
  }
  return context.locks.alone(`installed:${target.id}`, async () => {
    const row = await readInstalledRow(target.id, context);
    return row ? change(row, toggle, context) : explainGone(target.id, context);
  });
}

async function change(row: InstalledAbility, toggle: Toggle, context: OperationContext): Promise<OneToggleOutcome> {
  const enabled = toggle.verb === 'enable';
  const { id, name } = row;
  if (row.enabled === enabled) return { kind: 'unchanged', id, name, enabled };
  const triggerWords = row.triggerWords.length > 0 ? row.triggerWords : (toggle.triggerWords ?? []);
  if (triggerWords.length === 0) return { kind: 'needs-trigger-words', row, wanted: toggle.verb };
  const triggered = row.triggerWords.length > 0 ? ('kept' as const) : ('set' as const);
  const item = { id, name, enabled, words: [...triggerWords] };
  const toggled = { kind: 'toggled' as const, triggerWords: triggered, ...item };
  try {
    const doubt = await context.service.setInstalledAbility(row, { enabled, triggerWords });
    return doubt ? learnWhatHappened(toggled, doubt, context) : toggled;
  } catch (error) {
    if (error instanceof NotFoundError) return explainGone(id, context);
    if (!leavesOutcomeOpen(error)) throw error;
    return learnWhatHappened(toggled, error, context);
  }
}

/**
 * After a lost response the change is confirmed if the list shows the new state. If it shows the old one, the service
 * may still be working.
 */
async function learnWhatHappened(
  toggled: Extract<Outcome, { kind: 'toggled' }>,
  error: AnyServiceError,
  context: OperationContext,
): Promise<OneToggleOutcome> {
  try {
    const now = await readInstalledRow(toggled.id, context);
    if (now?.enabled === toggled.enabled) return toggled;
    if (now) return { kind: 'trouble', error, effect: 'unknown', still: { kind: 'state', enabled: now.enabled } };
  } catch (readError) {
    if (!isServiceError(readError)) throw readError;
  }
  return { kind: 'trouble', error, effect: 'unknown' };
}

type SeveralToggled = Extract<Outcome, { kind: 'toggled-several' }>;

/** `name` is used if the service call fails. */
interface PlannedToggle {
  verb: Toggle['verb'];
  id: InstalledAbilityId;
  name: string;
}

/**
 * Toggles several Abilities: both lists are read once, then each Ability is toggled in turn. Each has its own result; a
 * failure does not stop the others.
 */
async function toggleSeveral(
  verb: Toggle['verb'],
  targets: readonly AbilityRef[],
  context: OperationContext,
): Promise<SeveralToggled> {
  const sought = await findSeveral(await readCatalog(context, FINDING), targets);
  const refused: ToggleResult[] = [];
  const planned = new Map<InstalledAbilityId, PlannedToggle>();
  for (const { found: entry, target } of sought) {
    const found = requireInstalled(entry);
    if (found.ok) planned.set(found.row.id, { verb, id: found.row.id, name: found.row.name });
    else refused.push({ kind: 'refused', asked: nameOf(target), refusal: found.refusal });
  }
  const results = await toggleEach([...planned.values()], context);
  return { kind: 'toggled-several', enabled: verb === 'enable', results: [...results, ...refused] };
}

/** In the given order. An error that every further call would meet stops the rest. */
async function toggleEach(planned: readonly PlannedToggle[], context: OperationContext): Promise<ToggleResult[]> {
  const results: ToggleResult[] = [];
  let ended: AnyServiceError | null = null;
  for (const { id, name, verb } of planned) {
    if (ended) {
      results.push({ kind: 'trouble', name, error: ended, effect: 'none' });
      continue;
    }
    const outcome = await toggleOne({ verb, target: { by: 'installed', id } }, context);
    if (outcome.kind === 'trouble' && affectsEveryCall(outcome.error)) ended = outcome.error;
    results.push(toResult(outcome, name));
  }
  return results;
}

async function toggleOne(toggle: Toggle, context: OperationContext): Promise<OneToggleOutcome> {
  try {
    return await toggleAbility(toggle, context);
  } catch (error) {
    if (error instanceof NotLockedError) return { kind: 'refused', refusal: error.refusal };
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: 'none' };
  }
}

function toResult(outcome: OneToggleOutcome, name: string): ToggleResult {
  if (outcome.kind === 'refused') {
    const { refusal } = outcome;
    return { kind: 'refused', asked: name, refusal: refusal.why === 'busy' ? { ...refusal, name } : refusal };
  }
  if (outcome.kind === 'trouble') return { kind: 'trouble', name, error: outcome.error, effect: outcome.effect };
  const { id, name: current } = 'row' in outcome ? outcome.row : outcome;
  const words = outcome.kind === 'toggled' && outcome.words ? { words: outcome.words } : {};
  return { kind: outcome.kind, id, name: current, ...words };
}

const nameOf = (ref: AbilityRef) => (ref.by === 'name' ? ref.name : formatAbilityRef(ref));

/** Toggles one or several; without a target it asks which. */
async function toggleTargets(
  { targets, triggerWords, verb }: Extract<Command, { verb: 'enable' | 'disable' }>,
  context: OperationContext,
): Promise<Outcome> {
  const [target] = targets;
  if (!target) return { kind: 'choose-form', wanted: verb };
  if (targets.length === 1) return toggleAbility({ verb, target, ...(triggerWords ? { triggerWords } : {}) }, context);
  if (targets.length > MAX_AT_ONCE) {
    return { kind: 'refused', refusal: { why: 'too-many', what: 'Abilities', most: MAX_AT_ONCE } };
  }
  return toggleSeveral(verb, targets, context);
}

const stateWord = (enabled: boolean) => (enabled ? 'enabled' : 'disabled');

/** Done if at least one was toggled; `why` lists the others. */
function auditSeveral(results: readonly ToggleResult[], enabled: boolean): AuditResult {
  const targets = results.map((result) => {
    if (result.kind === 'refused') return installedTarget(null, result.asked);
    return installedTarget(result.kind === 'trouble' ? null : result.id, result.name);
  });
  const count = (kind: ToggleResult['kind']) => results.filter((result) => result.kind === kind).length;
  const [switched, refused, troubled] = [count('toggled'), count('refused'), count('trouble')];
  const why = [
    refused > 0 ? `${refused} refused` : null,
    troubled > 0 ? `${troubled} failed` : null,
    count('needs-trigger-words') > 0 ? `${count('needs-trigger-words')} without trigger words` : null,
  ].filter((part) => part !== null);
  return {
    outcome: switched > 0 ? 'done' : troubled > 0 ? 'failed' : refused > 0 ? 'refused' : 'unchanged',
    why: why.length > 0 ? why.join(', ') : null,
    targets,
    before: switched > 0 ? stateWord(!enabled) : null,
    after: switched > 0 ? stateWord(enabled) : null,
  };
}

function compareStates(change: Toggled, { rows }: ShownAccount): Comparison {
  const differences = change.items.flatMap(({ enabled, id, name, words = [] }): Difference[] => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [missingRow(rows, id, name)];
    if (row.enabled !== enabled) return [{ kind: 'state', id, name, enabled: row.enabled, isOld: true }];
    const missing = missingWords(words, listedWords(row, rows) ?? words);
    return missing.length > 0 ? [{ kind: 'words', id, name, missing, kept: [], isOld: false }] : [];
  });
  const not = new Set(differences.map((one) => ('id' in one && one.kind !== 'words' ? one.id : null)));
  const items = change.items.filter(({ id }) => !not.has(id));
  return { differences, left: items.length > 0 ? { ...change, items } : null };
}

const reverse = (enabled: boolean) => (enabled ? 'disable' : 'enable');

/**
 * An Ability has only two states: if it is no longer as the change left it, it is already back and the toggle changes
 * nothing.
 */
async function switchBack({ items: [item] }: Toggled, context: OperationContext): Promise<UndoResult> {
  if (!item) return movedOn('0 Abilities');
  const { enabled, id, name } = item;
  const outcome = await toggleAbility({ verb: reverse(enabled), target: { by: 'installed', id } }, context);
  if (outcome.kind === 'unchanged') return movedOn(name);
  return outcome.kind === 'toggled' ? { done: true, outcome } : { done: false, outcome };
}

async function switchAllBack({ items }: Toggled, context: OperationContext): Promise<UndoResult> {
  const planned = items.map(({ enabled, id, name }) => ({ verb: reverse(enabled), id, name }) as const);
  const results = await toggleEach(planned, context);
  const outcome = { kind: 'toggled-several', enabled: planned[0]?.verb === 'enable', results } as const;
  if (results.some(({ kind }) => kind === 'toggled')) return { done: true, outcome };
  return results.every(({ kind }) => kind === 'unchanged') ? movedOn(nameOrCount(items)) : { done: false, outcome };
}
