import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { zoneName } from '../../../base/calendar.ts';
import type { Schedule } from '../../../store/schedule-record.ts';
import { type AuditResult, done, installedTarget, NOTHING, refTarget, unchanged } from '../../audit-result.ts';
import type { NewOverlap } from '../../clashes.ts';
import { type Feature, SHOWS } from '../../feature.ts';
import { findInstalled } from '../../lookup.ts';
import type { Outcome } from '../../outcome.ts';
import { type AbilityRef, unquote } from '../../references.ts';
import { openPlan, runNow } from './change-plan.ts';
import { contentOfLine, idsOf, keepsDisabled, nextTime, readPlannedLine, type TimedSwitch, wantedNow } from './line.ts';
import { type PastPlan, pastPlan } from './past-plan.ts';
import { planOrAsk } from './plan.ts';
import { readPlanned } from './planned.ts';
import { type Recurrence, recurrenceWords } from './recurrence.ts';
import { switchWhenDue } from './switch-when-due.ts';
import { type BadTime, type When, writeExact } from './when.ts';

export type SwitchVerb = 'enable' | 'disable';

export type TimedCommand =
  /** Enables or disables at a time, or now and back again at a time. */
  /** `insteadOf`: ID of the plan to be changed. */
  | { verb: 'timed'; wanted: SwitchVerb; targets: AbilityRef[]; when: When; confirmed: boolean; insteadOf?: string }
  | TimedSwitch
  /** Opens the form that plans a change. */
  | { verb: 'plan-form'; target: AbilityRef }
  /** Opens the form that changes a plan. */
  | { verb: 'change-plan'; id: string }
  | PlanNow
  | { verb: 'scheduled'; page?: number }
  /** `shown`: the plan's content in the message with the button; absent if the line was typed. */
  | { verb: 'cancel'; id: string; shown?: string };

/** Makes the next change of a plan now, if that change is `wanted`. */
export interface PlanNow {
  verb: 'plan-now';
  wanted: SwitchVerb;
  id: string;
}

/** An Ability and its current state. */
export interface TimedItem {
  id: InstalledAbilityId;
  name: string;
  enabled: boolean;
}

/** `startsAt`: null for now. `endsAt`: null if nothing follows. `replaces`: times of earlier plans to be replaced. */
export interface TimedPlan {
  wanted: SwitchVerb;
  items: TimedItem[];
  startsAt: Date | null;
  endsAt: Date | null;
  replaces: Date[];
  /** The plan to be changed; absent for a new plan. */
  insteadOf?: Schedule & { plannedFor: number };
  /** For a recurring plan, whose first time is `startsAt`. */
  every: { recurrence: Recurrence; timeZone: string } | null;
}

export type TimedOutcome =
  /** `overlaps`: trigger words that would overlap once enabled; absent for none. */
  | ({ kind: 'timed-question'; overlaps?: readonly NewOverlap[] } & TimedPlan)
  /** `of`: the result of what was done now; null for nothing. `id`: ID of the plan. */
  | ({ kind: 'timed'; id: string; of: Outcome | null } & TimedPlan)
  /**
   * A plan was carried out when due. `of`: the result; null if nothing was done. `againAt`: when failed Abilities are
   * retried.
   */
  | { kind: 'timed-done'; wanted: SwitchVerb; of: Outcome | null; left: LeftToPerson[]; againAt: Date | null }
  /**
   * The next change of a plan was made now. `items`: number of its Abilities. `next`: the change after it, for a
   * recurring plan. `leftFor`: when failed Abilities are switched.
   */
  | {
      kind: 'timed-now';
      id: string;
      of: Outcome;
      items: number;
      next: { wanted: SwitchVerb; at: Date } | null;
      leftFor: Date | null;
    }
  /** `change`: the plan to be changed; null for a new one. `at`: the moment of `when`; null for a recurring plan. */
  | {
      kind: 'plan-form';
      items: TimedItem[];
      change: { id: string; wanted: SwitchVerb; when: string; at: Date | null } | null;
    }
  /** `page`: counted from 1. */
  | { kind: 'scheduled'; rows: PlannedRow[]; page: number }
  | { kind: 'schedule-canceled'; row: PlannedRow }
  /** The button's message shows an earlier version of the plan. `row`: the current plan. */
  | { kind: 'plan-changed'; row: PlannedRow }
  /** The button belongs to a plan that has ended. */
  | { kind: 'plan-over'; past: PastPlan };

/**
 * An Ability that a due plan did not switch. `by`: the person who switched it as planned and back again. `quiet`:
 * everything is quiet, so it is enabled when that ends.
 */
export type LeftToPerson = { id: InstalledAbilityId; name: string } & (
  | { why: 'changed'; by: string }
  | { why: 'quiet' }
);

export interface PlannedRow extends Pick<Schedule, 'id' | 'line' | 'userId'> {
  at: Date;
  what:
    | { kind: 'switch'; wanted: SwitchVerb; items: Omit<TimedItem, 'enabled'>[]; every: TimedSwitch['every'] }
    | { kind: 'end-quiet'; agent: string | null };
}

export type TimedRefusal =
  | { why: 'time-passed' | 'time-too-far'; wanted: SwitchVerb }
  /** A recurring plan needs the name of the time zone, for the days on which clocks change. */
  | { why: 'no-time-zone' }
  | { why: 'bad-time'; wanted: SwitchVerb; given: string; reason: BadTime }
  /** Plans can't switch everything; quiet can. `time`: as typed, such as `until 6:00`; absent if it isn't an end. */
  | { why: 'timed-all'; wanted: SwitchVerb; agent: string | null; time?: string }
  | { why: 'timed-needs-approval'; ids: InstalledAbilityId[] }
  | { why: 'already-planned' }
  | { why: 'no-such-schedule' }
  /** The button's change is no longer the plan's next change. */
  | { why: 'plan-went-on' }
  /** None of its Abilities is installed anymore. */
  | { why: 'plan-of-nothing'; id: string }
  | { why: 'plan-ends-quiet'; id: string };

const installedOf = (items: readonly Omit<TimedItem, 'enabled'>[]) =>
  items.map(({ id, name }) => installedTarget(id, name));

/** Follows the time in the audit log. */
const everyOf = (every: TimedPlan['every']) =>
  every ? `, ${recurrenceWords(every.recurrence)} (${zoneName(every.timeZone)})` : '';

/** A saved plan, in the words of the audit log. */
const plannedWords = ({ line, plannedFor }: { line: string; plannedFor: number }): string =>
  `planned for ${writeExact(new Date(plannedFor))}${everyOf(readPlannedLine(line)?.every ?? null)}`;

export const timedFeature: Feature<TimedCommand, TimedOutcome> = {
  // The grammar of `enable` and `disable` includes these lines.
  verbs: {
    scheduled: {
      group: 'View',
      role: 'viewer',
      argument: '',
      summary: 'List the planned changes.',
      examples: ['scheduled'],
      homeLabel: 'Planned changes',
      tryLine: 'scheduled',
      read: (argument) => {
        const page = unquote(argument);
        if (page === '') return { verb: 'scheduled' };
        return /^[1-9]\d{0,3}$/.test(page) ? { verb: 'scheduled', page: Number(page) } : null;
      },
    },
    cancel: {
      doing: 'Canceling',
      group: 'Change',
      role: 'editor',
      action: 'cancel planned changes',
      argument: '[ID]',
      summary: 'Cancel a planned change by its ID, or list all planned changes to choose one.',
      examples: ['cancel 0123456789abcdef'],
      homeLabel: null,
      tryLine: 'scheduled',
      read: (argument) => {
        const [, given = '', shown] = /^(.*?)(?:\s+shown:(\S+))?$/s.exec(argument.trim()) ?? [];
        const id = unquote(given).toLowerCase();
        if (id === '') return { verb: 'scheduled' };
        if (!/^[0-9a-f]{16}$/.test(id)) return null;
        return shown === undefined ? { verb: 'cancel', id } : { verb: 'cancel', id, shown };
      },
    },
  },
  commands: {
    timed: {
      verb: ({ wanted }) => wanted,
      changes: ({ confirmed }) => confirmed,
      targets: ({ targets }) => targets.map(refTarget),
      complete: (command, { sure }) => (sure ? { ...command, confirmed: true } : command),
      run: planOrAsk,
    },
    'timed-switch': {
      verb: wantedNow,
      changes: true,
      targets: ({ targets }) => targets.map(refTarget),
      plan: ({ plan }) => plan,
      planned: {
        show: (command, { nameOf }) => {
          const items = idsOf(command).map((id) => ({ id, name: nameOf(id) }));
          return { kind: 'switch', wanted: wantedNow(command), items, every: command.every };
        },
        switches: (command) => ({
          wanted: wantedNow(command),
          ids: idsOf(command),
          keepsDisabled: keepsDisabled(command),
        }),
        isCountedOnHome: true,
        auditedAs: ['enable', 'disable'],
      },
      repeats: nextTime,
      run: switchWhenDue,
    },
    'plan-form': {
      // Enabling and disabling need the same role.
      verb: 'disable',
      changes: false,
      targets: ({ target }) => [refTarget(target)],
      form: () => 'Plan a change',
      run: async ({ target }, { context }) => {
        const found = await findInstalled(target, context);
        if (!found.ok) return { kind: 'refused', refusal: found.refusal };
        const { enabled, id, name } = found.row;
        return { kind: 'plan-form', items: [{ id, name, enabled }], change: null };
      },
    },
    'change-plan': {
      verb: 'disable',
      changes: false,
      ofAnyAccount: true,
      form: () => 'Change a plan',
      run: ({ id }, run) => openPlan(id, run),
    },
    'plan-now': {
      verb: ({ wanted }) => wanted,
      changes: true,
      targets: () => [],
      ofAnyAccount: true,
      plan: ({ id }) => id,
      run: runNow,
    },
    scheduled: {
      changes: false,
      ofAnyAccount: true,
      run: async ({ page = 1 }, run) => ({ kind: 'scheduled', rows: await readPlanned(run), page }),
    },
    cancel: {
      changes: true,
      targets: () => [],
      // A plan exists in its own account only.
      ofAnyAccount: true,
      run: async ({ id, shown }, run) => {
        const row = (await readPlanned(run)).find((one) => one.id === id);
        if (!row) return pastPlan(id, run);
        switch (row.what.kind) {
          case 'end-quiet':
            return { kind: 'refused', refusal: { why: 'plan-ends-quiet', id } };
          case 'switch':
            // Without `shown`, a typed line can't be told from the button of an earlier version, so the ID means the
            // current plan.
            if (shown !== undefined && shown !== contentOfLine(row.line, row.at)) return { kind: 'plan-changed', row };
            await run.context.schedules.cancel(id);
            return { kind: 'schedule-canceled', row };
        }
      },
    },
  },
  outcomes: {
    'timed-question': SHOWS,
    timed: {
      audit: ({ endsAt, every, id, insteadOf, items, of, startsAt }, auditOf): AuditResult => {
        const result = of ? auditOf(of) : done(installedOf(items));
        const at = startsAt ?? endsAt;
        const time = `${startsAt ? 'planned for' : 'until'} ${at ? writeExact(at) : ''}${everyOf(every)}`;
        // Creating a plan is a change, even if nothing had to be done now.
        const outcome = result.outcome === 'unchanged' ? 'done' : result.outcome;
        const after = result.after === null ? time : `${result.after} ${time}`;
        return { ...result, outcome, plan: id, ...(insteadOf ? { before: plannedWords(insteadOf) } : {}), after };
      },
      change: ({ id, of }, changeOf) => {
        const change = of && changeOf(of);
        return change?.kind === 'toggled' ? { ...change, plan: id } : change;
      },
    },
    'timed-done': {
      audit: ({ left, of }, auditOf) => {
        const why = left.length > 0 ? `${left.length} skipped` : null;
        const result = of ? auditOf(of) : unchanged(installedOf(left));
        return { ...result, why: result.why ?? why };
      },
      change: ({ of }, changeOf) => of && changeOf(of),
    },
    'timed-now': {
      // Only an entry that ends the plan contains the plan's ID.
      audit: ({ id, leftFor, next, of }, auditOf) => ({ ...auditOf(of), ...(next || leftFor ? {} : { plan: id }) }),
      change: ({ of }, changeOf) => changeOf(of),
    },
    'plan-form': SHOWS,
    scheduled: SHOWS,
    'plan-changed': {
      // Doesn't contain the plan's ID, because a cancel that does is the plan's end.
      audit: ({ row: { what } }) => ({
        ...unchanged(what.kind === 'switch' ? installedOf(what.items) : []),
        why: 'the plan has changed',
      }),
      change: null,
    },
    'plan-over': { audit: () => unchanged([]), change: null },
    'schedule-canceled': {
      audit: ({ row: { at, id, line, what } }) => ({
        ...NOTHING,
        outcome: 'done',
        plan: readPlannedLine(line)?.plan ?? id,
        targets: what.kind === 'switch' ? installedOf(what.items) : [],
        before: plannedWords({ line, plannedFor: at.getTime() }),
        after: 'canceled',
      }),
      change: null,
    },
  },
  records: {},
};
