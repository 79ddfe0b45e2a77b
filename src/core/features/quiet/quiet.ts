import type { Agent, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { ClockTime } from '../../../base/calendar.ts';
import type { Quiet } from '../../../store/quiet-record.ts';
import type { Change } from '../../../store/undo-record.ts';
import { type AuditResult, agentRefTarget, installedTarget, NOTHING, unchanged } from '../../audit-result.ts';
import { movedOn, nameOrCount } from '../../change.ts';
import type { Command } from '../../command.ts';
import { readDuration } from '../../duration.ts';
import { type Feature, SHOWS } from '../../feature.ts';
import type { Refusal } from '../../outcome.ts';
import { type AgentRef, parseAgentRef, takeQuoted, unquote } from '../../references.ts';
import { readTimed } from '../timed/when.ts';
import { compareStates } from '../toggle/switch-back.ts';
import type { ToggleResult } from '../toggle/toggle.ts';
import { beginQuiet, disableRest } from './begin.ts';
import { openQuietForm } from './open-form.ts';
import { resume, resumeOne } from './resume.ts';

export type QuietCommand =
  /**
   * Disables everything that is enabled. `agent`: only on this one. `forMs`: in milliseconds; null until someone resumes,
   * or until a time in the zone of the person.
   */
  | { verb: 'quiet'; agent: AgentRef | null; forMs: number | null; until?: QuietUntil }
  /** Disables again what failed, with the same end. `id`: of its record. */
  | { verb: 'quiet-again'; id: string }
  | { verb: 'quiet-form' }
  | { verb: 'resume'; which: WhichQuiet };

type QuietUntil = ClockTime | { exact: Date };

/** `id`: of its record. */
export type WhichQuiet =
  | { by: 'all' }
  | { by: 'id'; id: string }
  /** Only if its time is up. */
  | { by: 'due'; id: string }
  | { by: 'agent'; agent: AgentRef };

export type QuietOutcome =
  /** `enabled`: how many Abilities quiet would disable now; null if unknown. */
  | { kind: 'quiet-form'; agents: (Pick<Agent, 'id' | 'name'> & { enabled: number | null })[]; enabled: number | null }
  | {
      kind: 'quieted';
      agent: Quiet['agent'];
      /** Null if nothing was enabled. */
      quietId: string | null;
      /** Null until someone resumes. */
      endsAt: Date | null;
      /** The end that it had before, if it was quiet already; null until someone resumes. */
      extended: { from: Date | null } | null;
      /** The channel where it was asked for, if it ends there at a time; else null. */
      endPostedIn: string | null;
      /** Whether only those that failed before were disabled. */
      isAgain: boolean;
      results: ToggleResult[];
    }
  /** The same for many, which are disabled from now on. */
  | { kind: 'quiet-started'; agent: Quiet['agent']; quietId: string; endsAt: Date | null; count: number }
  /** Many are enabled from now on. */
  | { kind: 'resume-started'; quietId: string; count: number }
  | {
      kind: 'resumed';
      /** Null for the whole account; several quiets may end at once. */
      agents: Quiet['agent'][];
      /** Whether its time was up. */
      isDue: boolean;
      results: ToggleResult[];
      left: LeftAlone[];
      /** Of the quiets that still wait for some of their Abilities. */
      openIds: string[];
      /** When they are tried again; null if nobody but a person does. */
      againAt: Date | null;
    };

/** Somebody changed it meanwhile, so it stays as it is. `by`: null if it was not changed from here. */
export interface LeftAlone {
  name: string;
  now: 'enabled' | 'disabled' | 'gone';
  by: string | null;
  /** It is to be enabled at that time. */
  until?: Date;
}

export type QuietRefusal =
  | { why: 'bad-duration'; given: string; agent: string }
  /** It cannot be planned. */
  | { why: 'quiet-begins-now'; agent: string }
  /** Or it is too far away. */
  | { why: 'quiet-time-passed' }
  /** It was extended when its time was up, or has ended. */
  | { why: 'not-due' }
  /** `whole`: the whole account is quiet instead. */
  | { why: 'not-quiet'; agent: string | null; whole: { id: string } | null }
  /** The service does not say which Abilities it has, and none were saved from here. `rest`: of the line. */
  | { why: 'quiet-agent-unknown'; agent: Pick<Agent, 'id' | 'name'>; rest: string }
  /** Every Ability would wait for a second admin. */
  | { why: 'quiet-needs-approval'; agent: AgentId | null };

/** As stored in the undo log. */
type Quieted = Extract<Change, { kind: 'quieted' }>;

const ALL = /^(?:all|everything|everyone|all agents)$/i;
const AGAIN = /^again:([0-9a-f]{16})$/i;

function readAgent(text: string): AgentRef | null {
  const name = text.trim();
  return name === '' || ALL.test(name) ? null : parseAgentRef(unquote(name));
}

/** What follows may be meant as a time. */
const TIME_LIKE = /^(?:\d|an?\b|half\b|one\b|ever\b|today\b|tonight\b|tomorrow\b)/i;

/** Meant as a time, in a unit that is missing; the ID of an Agent is longer. */
const MINUTES = /^\d{1,2}$/;

/** Reads `Nova for 30m`, `for 30m`, `30m` and `Nova`. A name may contain “for”. */
function readQuiet(argument: string): Command | Refusal {
  const text = argument.trim().replace(/[.!?]+$/, '');
  if (/^choose:$/i.test(text)) return { verb: 'quiet-form' };
  const again = AGAIN.exec(text)?.[1];
  if (again) return { verb: 'quiet-again', id: again.toLowerCase() };
  const alone = readDuration(text);
  if (alone !== null) return { verb: 'quiet', agent: null, forMs: alone };
  // Without an Agent, nothing stands before the time.
  const timed = readTimed(`: ${text}`) ?? readTimed(`: until ${text}`);
  const agentName = timed?.rest.slice(1).trim() ?? '';
  if (timed?.when.kind === 'until') {
    return { verb: 'quiet', agent: readAgent(agentName), forMs: null, until: timed.when.time };
  }
  if (timed && timed.when.kind !== 'for') return { why: 'quiet-begins-now', agent: agentName };
  const quoted = takeQuoted(text);
  const before = quoted ? text.slice(0, text.length - quoted.rest.length) : '';
  const rest = quoted ? quoted.rest : text;
  const [, name = '', time] = /^(?:([\s\S]*)\s)?\s*(?:for|until|till)\s+(\S[\s\S]*)$/i.exec(rest) ?? [];
  if (time === undefined && MINUTES.test(text)) return { why: 'bad-duration', given: text, agent: '' };
  if (time === undefined) return { verb: 'quiet', agent: readAgent(text), forMs: null };
  const agent = `${before}${name}`.trim();
  const forMs = readDuration(time);
  if (forMs !== null) return { verb: 'quiet', agent: readAgent(agent), forMs };
  if (TIME_LIKE.test(time)) return { why: 'bad-duration', given: time, agent };
  return { verb: 'quiet', agent: readAgent(agent === '' ? time : text), forMs: null };
}

function readResume(argument: string): Command {
  const text = argument.trim();
  const [, due, id] = /^(due:)?([0-9a-f]{16})$/i.exec(text) ?? [];
  if (id) return { verb: 'resume', which: { by: due ? 'due' : 'id', id: id.toLowerCase() } };
  const agent = readAgent(text);
  return { verb: 'resume', which: agent ? { by: 'agent', agent } : { by: 'all' } };
}

/** As the audit log keeps it. */
const quietUntil = (endsAt: Date | null, agent: Quiet['agent'] = null): string =>
  `quiet${agent === null ? '' : ` on ${agent.name}`} until ${endsAt === null ? 'resumed' : endsAt.toISOString()}`;

export const quietFeature: Feature<QuietCommand, QuietOutcome, Quieted> = {
  verbs: {
    quiet: {
      doing: 'Disabling',
      group: 'Change',
      role: 'editor',
      action: 'make Agents quiet',
      argument: '[agent] [for 30m]',
      summary: 'Disable everything that is enabled, then enable the same Abilities again later.',
      examples: ['quiet', 'quiet Nova for 30m', 'quiet until 18:00'],
      homeLabel: null,
      tryLine: 'quiet choose:',
      read: readQuiet,
    },
    resume: {
      doing: 'Enabling',
      group: 'Change',
      role: 'editor',
      action: 'end quiet',
      argument: '[agent]',
      summary: 'End quiet, and enable the Abilities that it disabled.',
      examples: ['resume', 'resume Nova'],
      homeLabel: null,
      tryLine: 'resume',
      tryQuestion: 'This ends all quiet periods and enables the Abilities that they disabled.',
      read: readResume,
    },
  },
  commands: {
    quiet: {
      changes: true,
      targets: ({ agent }) => (agent ? [agentRefTarget(agent)] : []),
      run: beginQuiet,
    },
    'quiet-again': {
      verb: 'quiet',
      changes: true,
      targets: () => [],
      // A quiet is found in its own account alone.
      ofAnyAccount: true,
      // It disables the rest now, which its record names.
      planned: { show: () => null, switches: () => null, isCountedOnHome: false },
      run: async ({ id }, run) =>
        (await disableRest(id, run)) ?? {
          kind: 'refused',
          refusal: run.requester.planned ? { why: 'not-due' } : { why: 'not-quiet', agent: null, whole: null },
        },
    },
    'quiet-form': {
      verb: 'quiet',
      changes: false,
      ofAnyAccount: true,
      form: () => 'Quiet',
      run: (_, { context }) => openQuietForm(context),
    },
    resume: {
      changes: true,
      targets: ({ which }) => (which.by === 'agent' ? [agentRefTarget(which.agent)] : []),
      ofAnyAccount: ({ which }) => which.by === 'id' || which.by === 'due',
      plan: ({ which }) => ('id' in which ? which.id : null),
      planned: {
        show: (_, { id, quiets }) => ({
          kind: 'resume',
          agent: quiets.find((quiet) => quiet.id === id)?.agent?.name ?? null,
        }),
        // The record of the quiet names them.
        switches: () => null,
        isCountedOnHome: false,
      },
      run: ({ which }, run) => resume(which, run),
    },
  },
  outcomes: {
    'quiet-form': SHOWS,
    // The change has an entry of its own.
    'quiet-started': {
      audit: ({ count, quietId }) => ({ ...unchanged([]), after: `${count} to disable (${quietId})` }),
      change: null,
    },
    'resume-started': {
      audit: ({ count, quietId }) => ({ ...unchanged([]), after: `${count} to enable (${quietId})` }),
      change: null,
    },
    quieted: {
      audit: ({ agent, endsAt, extended, quietId, results }) => {
        if (quietId === null) return unchanged([]);
        const before = extended ? quietUntil(extended.from) : null;
        const after = `disabled, ${quietUntil(endsAt, agent)}`;
        return { ...auditResults(results), plan: quietId, before, after };
      },
      change: ({ agent, quietId, results }) => {
        const items = toggledOf(results);
        if (quietId === null || items.length === 0) return null;
        const agentName = agent === null ? {} : { agentName: agent.name };
        return { kind: 'quieted', quietId, ...agentName, items };
      },
    },
    resumed: {
      audit: ({ results }) => ({ ...auditResults(results), after: 'enabled, quiet ended' }),
      change: ({ results }) => {
        const items = toggledOf(results).map((item) => ({ ...item, enabled: true }));
        return items.length > 0 ? { kind: 'toggled', endsQuiet: true, items } : null;
      },
    },
  },
  records: {
    quieted: {
      name: ({ items }) => nameOrCount(items),
      things: ({ items }) => items.map(({ id }) => `state of ${id}`),
      undo: async ({ items, quietId }, _, run) => {
        const outcome = await resumeOne(quietId, run);
        return outcome ? { done: true, outcome } : movedOn(nameOrCount(items));
      },
      compare: async (change, shown) => {
        const items = change.items.map((item) => ({ ...item, enabled: false }));
        const { differences, left } = await compareStates({ kind: 'toggled', items }, shown);
        const ids = new Set(left?.kind === 'toggled' ? left.items.map(({ id }) => id) : []);
        const remaining = change.items.filter(({ id }) => ids.has(id));
        return { differences, left: remaining.length > 0 ? { ...change, items: remaining } : null };
      },
      abilities: async ({ items }, readEntries) => {
        const ids = new Set<InstalledAbilityId>(items.map(({ id }) => id));
        return (await readEntries()).flatMap(({ ability, installed }) =>
          ability && installed && ids.has(installed.id) ? [ability.id] : [],
        );
      },
      isAbout: ({ items }, { installed }) => items.some(({ id }) => id === installed?.id),
      isTemporary: true,
      explains: ({ items }, one) => one.kind === 'state' && !one.enabled && items.some(({ id }) => id === one.id),
      replay: ({ items }, account) => {
        for (const { id } of items) account.toggle(id, false);
      },
    },
  },
};

const toggledOf = (results: readonly ToggleResult[]): Quieted['items'] =>
  results.flatMap((result) => {
    if (result.kind !== 'toggled') return [];
    const { id, name, words } = result;
    return words ? { id, name, words } : { id, name };
  });

/** The result of an undo. */
export type UndoneQuiet = Extract<QuietOutcome, { kind: 'resumed' }>;

/** Quiet has begun or ended, whatever it had to toggle; `why` counts those that failed. */
function auditResults(results: readonly ToggleResult[]): AuditResult {
  const failed = results.filter(({ kind }) => kind !== 'toggled' && kind !== 'unchanged').length;
  return {
    ...NOTHING,
    outcome: failed > 0 && failed === results.length ? 'failed' : 'done',
    why: failed > 0 ? `${failed} failed` : null,
    targets: results.map((result) =>
      result.kind === 'refused' ? installedTarget(null, result.asked) : installedTarget(result.id, result.name),
    ),
  };
}
