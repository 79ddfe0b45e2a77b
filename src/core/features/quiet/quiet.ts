import type { Agent, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { ClockTime } from '../../../base/calendar.ts';
import type { Quiet } from '../../../store/quiet-record.ts';
import type { Change } from '../../../store/undo-record.ts';
import { type AuditResult, agentRefTarget, installedTarget, NOTHING, unchanged } from '../../audit-result.ts';
import { movedOn, nameOrCount, stateOfInstalled } from '../../change.ts';
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
   * Disables everything that is enabled. `agent`: only on this Agent. `forMs`: in milliseconds; null for a quiet
   * without an end, or one with `until`, in the person's time zone. `keepsEnd`: true to use the end that is already
   * set, for the Agent or for the whole account, and the given one only if there is none. `mayBeEnd`: true if the
   * Agent's name may have been meant as a time.
   */
  | {
      verb: 'quiet';
      agent: AgentRef | null;
      forMs: number | null;
      until?: QuietUntil;
      keepsEnd?: true;
      mayBeEnd?: true;
    }
  /** Disables again what failed, without changing the end. `id`: of the quiet record. */
  | { verb: 'quiet-again'; id: string }
  | { verb: 'quiet-form' }
  | { verb: 'resume'; which: WhichQuiet };

/** `endsAt`: null if it lasts until someone resumes. */
export interface CurrentQuiet extends Pick<Quiet, 'agent' | 'userId'> {
  endsAt: Date | null;
}

type QuietUntil = ClockTime | { exact: Date };

/** `id`: of the quiet record. */
export type WhichQuiet =
  | { by: 'all' }
  | { by: 'id'; id: string }
  /** Only if its end has passed. */
  | { by: 'due'; id: string }
  | { by: 'agent'; agent: AgentRef };

export type QuietOutcome =
  | {
      kind: 'quiet-form';
      agents: (Pick<Agent, 'id' | 'name'> & { enabled: number | null })[];
      /** How many Abilities quiet would disable now; null if unknown. */
      enabled: number | null;
      /** What is quiet now. */
      current: CurrentQuiet[];
    }
  | {
      kind: 'quieted';
      agent: Quiet['agent'];
      /** Null if nothing was enabled. */
      quietId: string | null;
      /** Null for a quiet without an end. */
      endsAt: Date | null;
      /** The previous end, if quiet had already begun; `from` is null if it had no end. Null for a new one. */
      extended: { from: Date | null } | null;
      /** The channel where quiet was requested, if its end is announced there; else null. */
      endPostedIn: string | null;
      /** True if this only retried Abilities that had failed. */
      isAgain: boolean;
      results: ToggleResult[];
    }
  /** Like `quieted`, but there are many Abilities, so they are disabled in the background. */
  | { kind: 'quiet-started'; agent: Quiet['agent']; quietId: string; endsAt: Date | null; count: number }
  /** Many Abilities are enabled in the background. */
  | { kind: 'resume-started'; quietId: string; count: number }
  | {
      kind: 'resumed';
      /** Null for the whole account. Several quiet periods may end together. */
      agents: Quiet['agent'][];
      /** True if it ended at its planned time. */
      isDue: boolean;
      results: ToggleResult[];
      left: LeftAlone[];
      /** IDs of the quiet periods that still have Abilities to enable. */
      openIds: string[];
      /** When the remaining ones are retried; null if they aren't retried automatically. */
      againAt: Date | null;
    };

/** An Ability that quiet left as it was, because somebody had changed it. `by`: null if that happened outside Slack. */
export interface LeftAlone {
  name: string;
  now: 'enabled' | 'disabled' | 'gone';
  by: string | null;
  /** When a plan will enable it. */
  until?: Date;
}

export type QuietRefusal =
  | { why: 'bad-duration'; given: string; agent: string }
  /** Quiet can't be planned for later. */
  | { why: 'quiet-begins-now'; agent: string }
  | { why: 'quiet-time-passed' | 'quiet-time-too-far' }
  /** Somebody extended the quiet period as it was about to end, or it has ended. */
  | { why: 'not-due' }
  /** `whole`: the quiet period of the whole account, if that is what is in effect. */
  | { why: 'not-quiet'; agent: string | null; whole: { id: string } | null }
  /** The service doesn't list the Agent's Abilities, and none were saved from Slack. `rest`: the rest of the line. */
  | { why: 'quiet-agent-unknown'; agent: Pick<Agent, 'id' | 'name'>; rest: string }
  /** Disabling needs a second admin here, so every Ability would wait. */
  | { why: 'quiet-needs-approval'; agent: AgentId | null };

type Quieted = Extract<Change, { kind: 'quieted' }>;

const ALL = /^(?:all|everything|everyone|all agents)$/i;
const AGAIN = /^again:([0-9a-f]{16})$/i;
const KEEP = /(?:^|\s)keep:(?=\s|$)/i;

function readAgent(text: string): AgentRef | null {
  const name = text.trim();
  return name === '' || ALL.test(name) ? null : parseAgentRef(unquote(name));
}

/** Matches text that was probably meant as a time. */
const TIME_LIKE = /^(?:\d|an?\b|half\b|one\b|ever\b|today\b|tonight\b|tomorrow\b)/i;

const TIME_WORD =
  /(?:^|\s)(?:for|until|till|today|tonight|tomorrow|night|morning|noon|midnight|\d{1,2}:\d{2}|\d{1,2}\s?[ap]m)\b/i;

const endIn = (text: string): { mayBeEnd?: true } => (TIME_WORD.test(text) ? { mayBeEnd: true } : {});

/** Probably a time whose unit is missing; the ID of an Agent is longer. */
const MINUTES = /^\d{1,2}$/;

/** Reads `Nova for 30m`, `for 30m`, `30m` and `Nova`. A name may contain “for”. */
function readQuiet(argument: string): Command | Refusal {
  const text = argument.trim().replace(/[.!?]+$/, '');
  if (/^choose:$/i.test(text)) return { verb: 'quiet-form' };
  const again = AGAIN.exec(text)?.[1];
  if (again) return { verb: 'quiet-again', id: again.toLowerCase() };
  if (KEEP.test(text)) {
    const read = readQuiet(text.replace(KEEP, ' '));
    return 'verb' in read && 'forMs' in read ? { ...read, keepsEnd: true } : read;
  }
  const alone = readDuration(text);
  if (alone !== null) return { verb: 'quiet', agent: null, forMs: alone };
  // Without an Agent, the line starts with the time.
  const timed = readTimed(`: ${text}`) ?? readTimed(`: until ${text}`);
  const agentName = timed?.rest.slice(1).trim() ?? '';
  if (timed?.when.kind === 'until') {
    return { verb: 'quiet', agent: readAgent(agentName), forMs: null, until: timed.when.time, ...endIn(agentName) };
  }
  if (timed && timed.when.kind !== 'for') return { why: 'quiet-begins-now', agent: agentName };
  const quoted = takeQuoted(text);
  const before = quoted ? text.slice(0, text.length - quoted.rest.length) : '';
  const rest = quoted ? quoted.rest : text;
  const [, name = '', time] = /^(?:([\s\S]*)\s)?\s*(?:for|until|till)\s+(\S[\s\S]*)$/i.exec(rest) ?? [];
  if (time === undefined && MINUTES.test(text)) return { why: 'bad-duration', given: text, agent: '' };
  if (time === undefined) return { verb: 'quiet', agent: readAgent(text), forMs: null, ...endIn(text) };
  const agent = `${before}${name}`.trim();
  const forMs = readDuration(time);
  if (forMs !== null) return { verb: 'quiet', agent: readAgent(agent), forMs };
  if (TIME_LIKE.test(time)) return { why: 'bad-duration', given: time, agent };
  return { verb: 'quiet', agent: readAgent(agent === '' ? time : text), forMs: null, ...endIn(text) };
}

function readResume(argument: string): Command {
  const text = argument.trim();
  const [, due, id] = /^(due:)?([0-9a-f]{16})$/i.exec(text) ?? [];
  if (id) return { verb: 'resume', which: { by: due ? 'due' : 'id', id: id.toLowerCase() } };
  const agent = readAgent(text);
  return { verb: 'resume', which: agent ? { by: 'agent', agent } : { by: 'all' } };
}

/** As stored in the audit log. */
const quietUntil = (endsAt: Date | null, agent: Quiet['agent'] = null): string =>
  `quiet${agent === null ? '' : ` on ${agent.name}`} until ${endsAt === null ? 'resumed' : endsAt.toISOString()}`;

export const quietFeature: Feature<QuietCommand, QuietOutcome, Quieted> = {
  verbs: {
    quiet: {
      doing: 'Disabling',
      group: 'Change',
      role: 'editor',
      action: 'make Agents quiet',
      argument: '[agent] [for 30m or until 6:00]',
      summary: 'Disable everything that is enabled, on all Agents or one, and enable the same Abilities again later.',
      examples: ['quiet', 'quiet Nova for 30m', 'quiet until 6:00'],
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
      // A quiet record exists in its own account only.
      ofAnyAccount: true,
      // It is due now, and its record lists the Abilities.
      planned: { show: () => null, switches: () => null, isCountedOnHome: false, auditedAs: [] },
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
          kind: 'end-quiet',
          agent: quiets.find((quiet) => quiet.id === id)?.agent?.name ?? null,
        }),
        // The quiet record lists them.
        switches: () => null,
        isCountedOnHome: false,
        // Its button is *Resume*, which says that nothing is quiet.
        auditedAs: [],
      },
      run: ({ which }, run) => resume(which, run),
    },
  },
  outcomes: {
    'quiet-form': SHOWS,
    // The change itself has its own entry.
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
      things: ({ items }) => items.map(({ id }) => stateOfInstalled(id)),
      agentList: () => null,
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

export type UndoneQuiet = Extract<QuietOutcome, { kind: 'resumed' }>;

/** Audited as done even if there was nothing to switch, because quiet has begun or ended; `why` counts failures. */
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
