import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { AnyServiceError } from '../../../service/errors.ts';
import type { Change } from '../../../store/undo-record.ts';
import { type AuditResult, done, installedTarget, refTarget, unchanged } from '../../audit-result.ts';
import { nameOrCount, stateOfInstalled } from '../../change.ts';
import type { Clash } from '../../clashes.ts';
import type { Command } from '../../command.ts';
import { type CommandRow, type Feature, type Run, SHOWS } from '../../feature.ts';
import type { LastSwitch } from '../../last-switch.ts';
import type { Effect, Outcome, Refusal } from '../../outcome.ts';
import {
  type AbilityRef,
  formatAgentRef,
  MAX_AT_ONCE,
  parseAbilityRef,
  parseAbilityRefs,
  unquote,
  withoutQuoted,
} from '../../references.ts';
import { readTimedSwitch } from '../timed/line.ts';
import { findBadTime, readTimed, whyBadTime } from '../timed/when.ts';
import { readToggleAll } from '../toggle-all.ts';
import type { UndoneOutcome } from '../undo.ts';
import { askToDisable } from './ask-to-disable.ts';
import { toggleAbility, toggleSeveral } from './switch.ts';
import { compareStates, switchAllBack, switchBack } from './switch-back.ts';

export type ToggleCommand = { verb: 'enable' | 'disable'; targets: AbilityRef[]; triggerWords?: string[] };

export type ToggleOutcome =
  /** `clashes`: clashes of its trigger words with other enabled Abilities, added by the Slack side. */
  | ({ kind: 'toggled'; triggerWords: 'kept' | 'set'; clashes?: readonly Clash[] } & ToggledItem)
  /** `since`: who last switched it, added by the Slack side; absent if unknown. */
  | { kind: 'unchanged'; id: InstalledAbilityId; name: string; enabled: boolean; since?: LastSwitch }
  | { kind: 'toggled-several'; enabled: boolean; results: ToggleResult[] }
  | { kind: 'needs-trigger-words'; row: InstalledAbility; wanted: 'enable' | 'disable' };

export type Toggled = Extract<Change, { kind: 'toggled' }>;
type ToggledItem = Toggled['items'][number];

/** The result of undoing a toggle. */
export type UndoneToggle = Extract<ToggleOutcome, { kind: 'toggled' | 'toggled-several' }>;

/** The result for one of several Abilities. */
export type ToggleResult =
  | { kind: 'toggled' | 'unchanged'; id: InstalledAbilityId; name: string; words?: string[] }
  /** The service can't toggle an Ability without trigger words. */
  | { kind: 'needs-trigger-words'; id: InstalledAbilityId; name: string }
  | { kind: 'refused'; asked: string; refusal: Refusal }
  | { kind: 'trouble'; id: InstalledAbilityId; name: string; error: AnyServiceError; effect: Effect };

const TOGGLE: CommandRow<ToggleCommand> = {
  verb: ({ verb }) => verb,
  changes: true,
  targets: ({ targets }) => targets.map(refTarget),
  nextAction: ({ verb }) => ({ verb }),
  // The service can't toggle an Ability without trigger words, so a form asks for them.
  form: ({ targets, triggerWords }, asks) => (asks && targets.length === 1 && !triggerWords ? 'Trigger words' : null),
  run: toggleTargets,
};

export const toggleFeature: Feature<ToggleCommand, ToggleOutcome, Toggled> = {
  verbs: {
    enable: {
      doing: 'Enabling',
      group: 'Change',
      role: 'editor',
      action: 'enable Abilities',
      argument: '[name, … [until time] or all]',
      summary: 'Enable installed Abilities, now or at a set time. Their trigger words stay the same.',
      examples: [
        'enable Weather',
        'enable Weather, Night Watch',
        'enable all on Nova',
        'enable News tomorrow at 9:00',
        'enable',
      ],
      homeLabel: 'Enable several…',
      tryLine: 'enable',
      read: (argument) => readToggle('enable', argument),
    },
    disable: {
      doing: 'Disabling',
      group: 'Change',
      role: 'editor',
      action: 'disable Abilities',
      argument: '[name, … [until time] or all]',
      summary: 'Disable installed Abilities, now or at a set time. They are not deleted.',
      examples: [
        'disable Weather',
        'disable "Weather" "Night Watch"',
        'disable all Skills',
        'disable News until 9:00',
        'disable News for 2h',
        'disable',
      ],
      homeLabel: 'Disable several…',
      tryLine: 'disable',
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
      things: ({ items }) => items.map(({ id }) => stateOfInstalled(id)),
      agentList: () => null,
      undo: async (change, _, run) => {
        const undone = await (change.items.length === 1 ? switchBack(change, run) : switchAllBack(change, run));
        // If some could not be switched back, the plan is kept, so that it switches them back later.
        if (undone.done && change.plan !== undefined && isWhole(undone.outcome)) {
          await run.context.schedules.cancel(change.plan);
        }
        return undone;
      },
      compare: compareStates,
      abilities: async ({ items }, readEntries) => {
        const toggled = new Set(items.map(({ id }) => id));
        return (await readEntries()).flatMap(({ ability, installed }) =>
          ability && installed && toggled.has(installed.id) ? [ability.id] : [],
        );
      },
      isAbout: ({ items }, { installed }) => items.some(({ id }) => id === installed?.id),
      isTemporary: false,
      explains: ({ items }, one) =>
        one.kind === 'state' && items.some(({ enabled, id }) => id === one.id && enabled === one.enabled),
      replay: ({ items }, account) => {
        for (const { enabled, id } of items) account.toggle(id, enabled);
      },
    },
  },
};

const isWhole = (of: UndoneOutcome): boolean =>
  of.kind !== 'toggled-several' || of.results.every(({ kind }) => kind === 'toggled' || kind === 'unchanged');

const itemOf = ({ id, name, words }: Omit<ToggledItem, 'enabled'>, enabled: boolean): ToggledItem =>
  words ? { id, name, enabled, words } : { id, name, enabled };

/** Refers to a plan: makes its next change now, or opens its form. */
const PLAN = /^plan:([0-9a-f]{16})(\s+later:)?$/i;
const INSTEAD = /\s+instead-of:([0-9a-f]{16})$/i;

/** Requires the colon, because a name may end with the word. */
const LATER = /^(\S[\s\S]*)\s+later:$/i;

function readToggle(verb: 'enable' | 'disable', argument: string): Command | Refusal {
  const due = readTimedSwitch(verb, argument);
  if (due) return due;
  const [, plan, isForm] = PLAN.exec(argument) ?? [];
  if (plan !== undefined) {
    const id = plan.toLowerCase();
    return isForm ? { verb: 'change-plan', id } : { verb: 'plan-now', wanted: verb, id };
  }
  const [, planned] = LATER.exec(argument) ?? [];
  if (planned !== undefined) return { verb: 'plan-form', target: parseAbilityRef(unquote(planned)) };
  const [instead = '', changed] = INSTEAD.exec(argument) ?? [];
  const timed = readTimed(argument.slice(0, argument.length - instead.length));
  if (timed) {
    const all = readToggleAll(verb, timed.rest);
    if (all) {
      const { agent } = all.scope;
      const isEnd = timed.when.kind === 'for' || timed.when.kind === 'until';
      const time = isEnd ? { time: argument.slice(timed.rest.length).trim() } : {};
      return { why: 'timed-all', wanted: verb, agent: agent && formatAgentRef(agent), ...time };
    }
    const leftover = findBadTime(withoutQuoted(timed.rest));
    if (leftover !== null) return badTime(verb, leftover);
    const named = parseAbilityRefs(timed.rest);
    const insteadOf = changed === undefined ? {} : { insteadOf: changed.toLowerCase() };
    if (named.length > 0) {
      return { verb: 'timed', wanted: verb, targets: named, when: timed.when, confirmed: false, ...insteadOf };
    }
  }
  const targets = parseAbilityRefs(argument);
  if (targets.length === 0) return { verb: 'choose', wanted: verb };
  const given = findBadTime(withoutQuoted(argument));
  if (given !== null) return badTime(verb, given);
  return readToggleAll(verb, argument) ?? { verb, targets };
}

const badTime = (wanted: 'enable' | 'disable', given: string): Refusal => ({
  why: 'bad-time',
  wanted,
  given,
  reason: whyBadTime(given),
});

/** Toggles one Ability or several; without a target, asks which. */
export async function toggleTargets({ targets, triggerWords, verb }: ToggleCommand, run: Run): Promise<Outcome> {
  const { context } = run;
  const [target] = targets;
  if (!target) return { kind: 'choose-form', wanted: verb };
  if (targets.length === 1) {
    const outcome = await toggleAbility({ verb, target, triggerWords }, context);
    return outcome.kind === 'needs-approval' ? askToDisable([outcome], [], run) : outcome;
  }
  if (targets.length > MAX_AT_ONCE) {
    return { kind: 'refused', refusal: { why: 'too-many', what: 'Abilities', max: MAX_AT_ONCE } };
  }
  const { results, waiting } = await toggleSeveral(verb, targets, context);
  if (waiting.length > 0) return askToDisable(waiting, results, run);
  return { kind: 'toggled-several', enabled: verb === 'enable', results };
}

const stateWord = (enabled: boolean) => (enabled ? 'enabled' : 'disabled');

/** Audited as done if at least one was toggled; `why` counts the others. */
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
