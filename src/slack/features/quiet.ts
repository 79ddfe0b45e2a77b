import type { types } from '@slack/bolt';
import { joinAnd } from '../../base/join-words.ts';
import type { Requester } from '../../core/access.ts';
import { writeDuration } from '../../core/duration.ts';
import { afterAgent, whyNoEnd } from '../../core/features/quiet/begin.ts';
import type { CurrentQuiet, LeftAlone, QuietCommand, QuietOutcome } from '../../core/features/quiet/quiet.ts';
import { writeExact } from '../../core/features/timed/when.ts';
import type { ToggleResult } from '../../core/features/toggle/toggle.ts';
import { formatAgentRef, parseAgentRef } from '../../core/references.ts';
import type { AuditEnd } from '../../store/audit-record.ts';
import { countAbilities, someNames } from '../blocks/ability.ts';
import { actions, allAbilities, button } from '../blocks/buttons.ts';
import { bold, clip, context, countOf, dayAt, foreign, plain, section, time } from '../blocks/kit.ts';
import { byWhom, person } from '../blocks/mentions.ts';
import { choiceInput, formModal } from '../blocks/modals.ts';
import { resultsOf } from '../blocks/results.ts';
import { postedIn, progressWords, signed } from '../blocks/sentences.ts';
import type { DrawnOutcome, SlackFeature, Wording } from '../feature.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { Choice, errorsAt, fieldOf, type Read } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';
import { announceChange } from '../request/announce.ts';
import type { Workspace } from '../workspace.ts';
import { pickedTime } from './timed/when-fields.ts';
import { TOGGLE_ORDER, toggleResult } from './toggle.ts';

const HOUR = 3_600_000;

const DURATIONS_MS = [HOUR / 4, HOUR / 2, HOUR, 2 * HOUR, 8 * HOUR, 24 * HOUR];
const UNTIL_RESUMED = 'until-resumed';

/** The value starts with this, and the end that the form showed for the whole account follows, if any. */
const KEEP = 'keep:';

const FIELDS = { agent: 'agent', duration: 'duration', picked: 'picked' };
const WHOLE_ACCOUNT = 'all';
/** Slack allows 100 options, and one is for the whole account. */
const MAX_AGENTS = 99;

function quietModal(
  { agents, current, enabled }: DrawnOutcome<'quiet-form'>,
  origin: Origin,
  reader: string,
): types.ModalView {
  const hidden = agents.length - MAX_AGENTS;
  const keep = keepChoice(current);
  return formModal({
    title: 'Quiet',
    submit: 'Make quiet',
    callbackId: 'quiet',
    metadata: encodeMetadata({ form: 'quiet', origin }),
    blocks: [
      ...(current.length > 0 ? [section(currentLines(current, reader))] : []),
      context(
        `${disablesWords(enabled, current)} When the time is up, or when someone clicks *Resume*, the same Abilities are enabled again.`,
      ),
      choiceInput(FIELDS.agent, 'Agent', WHOLE_ACCOUNT, [
        [WHOLE_ACCOUNT, `All Agents${enabledWords(enabled)}`],
        ...agents.slice(0, MAX_AGENTS).map((agent) => {
          const count = enabledWords(agent.enabled);
          return [`agent:${agent.id}`, `${clip(agent.name, 75 - count.length)}${count}`] as const;
        }),
      ]),
      ...(hidden > 0 ? [context(`${hidden} more. Use \`/abilities quiet &lt;agent&gt;\` to choose one by name.`)] : []),
      choiceInput(FIELDS.duration, 'For how long?', keep?.[0] ?? UNTIL_RESUMED, [
        ...(keep ? [keep] : []),
        [UNTIL_RESUMED, 'Until someone resumes'],
        ...DURATIONS_MS.map((ms) => [writeDuration(ms), durationLabel(ms)] as const),
      ]),
      {
        type: 'input',
        block_id: FIELDS.picked,
        optional: true,
        label: plain('Or until a date and time'),
        hint: plain('At most 30 days ahead. Replaces the choice above.'),
        element: { type: 'datetimepicker', action_id: FIELDS.picked },
      },
      ...postedIn('If you set an end, ', origin.channelId),
    ],
  });
}

const MAX_CURRENT = 5;

function currentLines(current: readonly CurrentQuiet[], reader: string): string {
  const lines = current.slice(0, MAX_CURRENT).map((quiet) => `${quietWords(quiet)} · ${byWhom(quiet.userId, reader)}`);
  const hidden = current.length - lines.length;
  return [...lines, ...(hidden > 0 ? [`${hidden} more`] : [])].join('\n');
}

/** The first choice while something is quiet, so that its end isn't dropped by accident; null if nothing has an end. */
function keepChoice(current: readonly CurrentQuiet[]): readonly [value: string, label: string] | null {
  if (current.every(({ endsAt }) => endsAt === null)) return null;
  const endsAt = current.find(({ agent }) => agent === null)?.endsAt;
  if (endsAt) return [`${KEEP}${writeExact(endsAt)}`, 'Keep the current end'];
  return [KEEP, 'Keep the current end, if there is one'];
}

/** `enabled`: the number of enabled Abilities on all Agents; null if unknown. */
function disablesWords(enabled: number | null, current: readonly CurrentQuiet[]): string {
  if (enabled === 0 && current.length > 0) return 'Nothing else is enabled now, so this can only change the end.';
  if (enabled === 0) return 'Nothing is enabled now, so there is nothing to disable.';
  const count = enabled === null ? '' : `: *${countAbilities(enabled)}*, or only those of one Agent`;
  return `Disables everything that is enabled now${count}.`;
}

/** Empty if the number is unknown. */
const enabledWords = (enabled: number | null): string => (enabled === null ? '' : ` · ${enabled} enabled`);

const durationLabel = (ms: number): string => (ms < HOUR ? countOf(ms / 60_000, 'minute') : countOf(ms / HOUR, 'hour'));

function readQuietForm(view: View, now: Date): Read<QuietNow> {
  const chosen = (field: string) => fieldOf(Choice, view, field, field)?.selected_option?.value ?? null;
  const duration = chosen(FIELDS.duration);
  const named = chosen(FIELDS.agent) ?? WHOLE_ACCOUNT;
  const agent = named === WHOLE_ACCOUNT ? null : parseAgentRef(named);
  const picked = pickedTime(view, FIELDS.picked);
  const whyNot = picked && whyNoEnd(picked, now);
  if (whyNot) {
    const sentence = whyNot === 'quiet-time-passed' ? 'That time has passed.' : 'That time is more than 30 days away.';
    return { ok: false, errors: { [FIELDS.picked]: `${sentence} Pick another one, or clear it.` } };
  }
  if (picked) return { ok: true, value: { verb: 'quiet', agent, forMs: null, until: { exact: picked } } };
  if (duration?.startsWith(KEEP)) {
    const shown = new Date(duration.slice(KEEP.length));
    const until = Number.isNaN(shown.getTime()) ? {} : { until: { exact: shown } };
    return { ok: true, value: { verb: 'quiet', agent, forMs: null, ...until, keepsEnd: true } };
  }
  const forMs = DURATIONS_MS.find((ms) => writeDuration(ms) === duration) ?? null;
  return { ok: true, value: { verb: 'quiet', agent, forMs } };
}

type QuietNow = Extract<QuietCommand, { verb: 'quiet' }>;

const lineOf = (command: QuietNow): string =>
  `quiet${command.agent === null ? '' : ` ${formatAgentRef(command.agent)}`}${afterAgent(command, null)}`;

/** `*Nova* is quiet until today at 10:30 AM` */
export const quietWords = ({ agent, endsAt }: Pick<Quieted, 'agent' | 'endsAt'>, verb = 'is'): string =>
  `${agent === null ? 'Everything' : bold(agent.name)} ${verb} quiet ${untilWords(endsAt)}`;

const untilWords = (endsAt: Date | null): string =>
  endsAt === null ? 'until someone resumes' : `until ${dayAt(endsAt)}`;

type Quieted = Extract<QuietOutcome, { kind: 'quieted' }>;
type Resumed = Extract<QuietOutcome, { kind: 'resumed' }>;

const toggledOf = (results: readonly ToggleResult[]) =>
  results.flatMap((result) => (result.kind === 'toggled' ? [result] : []));

const failedOf = (results: readonly ToggleResult[]) =>
  results
    .filter(({ kind }) => kind !== 'toggled' && kind !== 'unchanged')
    .toSorted((a, b) => TOGGLE_ORDER[a.kind] - TOGGLE_ORDER[b.kind]);

/** @param head one line that makes sense on its own. A line for each failed Ability follows, and then `more`. */
function sentence(
  head: string,
  more: readonly string[],
  {
    ref,
    results,
    wording,
    state,
  }: { ref: string; results: readonly ToggleResult[]; wording: Wording; state: 'enabled' | 'disabled' },
): string {
  const failed = failedOf(results);
  const lines = failed.map((result) => toggleResult(result, state, wording));
  const first = failed.length === 0 ? head : resultsOf([head, `${failed.length} not ${state}. (ref ${ref})`], lines);
  return [first, ...more.filter((line) => line !== '')].join('\n');
}

function quietedSentence(outcome: Quieted, by: string, how: { ref: string; wording: Wording }): string {
  const { agent, extended, isAgain, quietId, results } = outcome;
  if (quietId === null) {
    return `Nothing is enabled${agent === null ? '' : ` on ${bold(agent.name)}`}, so nothing changed.`;
  }
  const disabled = toggledOf(results);
  const isPart = failedOf(results).length > 0;
  const head = isPart
    ? `Quiet${agent === null ? '' : ` on ${bold(agent.name)}`} started for some Abilities only, ${untilWords(outcome.endsAt)}`
    : quietWords(outcome, extended ? 'stays' : 'is');
  const before = extended && !isAgain ? untilWords(extended.from) : null;
  const instead = before === null || before === untilWords(outcome.endsAt) ? '' : `, instead of ${before}`;
  if (disabled.length === 0) return sentence(`${head}${instead} · ${by}.`, [], { ...how, results, state: 'disabled' });
  const names = someNames(disabled);
  const one = disabled.length === 1;
  return sentence(
    `${head}${instead}: ${countAbilities(disabled.length)} disabled ${by}.`,
    [
      agent === null
        ? `Disabled: ${names}.`
        : `${names} ${one ? 'is' : 'are'} disabled on every Agent that has ${one ? 'it' : 'them'}.`,
    ],
    { ...how, results, state: 'disabled' },
  );
}

function resumedSentence(
  outcome: Resumed,
  by: string,
  { isPlanned, ...how }: { ref: string; wording: Wording; isPlanned: boolean },
): string {
  const { againAt, agents, isDue, left, openIds, results } = outcome;
  const names = agents.flatMap((agent) => (agent === null ? [] : [bold(agent.name)]));
  const on = names.length === agents.length ? ` on ${joinAnd(names)}` : '';
  const enabled = toggledOf(results);
  const isNothing = results.length === 0 && left.length === 0;
  const isPart = openIds.length > 0;
  const signature = isDue && !isPlanned ? '' : ` ${by}`;
  const head = `Quiet${on} ${isDue ? 'is over' : 'ended'}${signature}${isPart ? ', but only for some Abilities' : ''}.`;
  return sentence(
    head,
    [
      isNothing ? 'There was nothing to enable.' : '',
      enabled.length > 0 ? `${countAbilities(enabled.length)} enabled: ${someNames(enabled)}.` : '',
      left.length > 0 ? `Skipped: ${left.slice(0, MAX_LEFT).map(leftWords).join(', ')}${more(left)}.` : '',
      againAt === null ? '' : `I'll retry the failed ones at ${time(againAt)}.`,
    ],
    { ...how, results, state: 'enabled' },
  );
}

const MAX_LEFT = 10;

const more = (left: readonly LeftAlone[]) => (left.length > MAX_LEFT ? ` and ${left.length - MAX_LEFT} more` : '');

const leftWords = ({ by, name, now, until }: LeftAlone): string =>
  until
    ? `${bold(name)} (disabled until ${dayAt(until)}${by === null ? '' : ` by ${person(by)}`})`
    : now === 'gone'
      ? `${bold(name)} (no longer installed)`
      : `${bold(name)} (${now} ${by === null ? 'outside Slack' : `by ${person(by)}`})`;

const resumeButton = (id: string) => button('Resume', { do: `resume ${id}` });

/** Many Abilities are switched by a planned command, but it is signed like a direct request, which it was. */
const startedBy = (requester: Requester, by: string): string =>
  requester.planned ? signed({ ...requester, planned: null }) : by;

/** Announces quiet that toggled nothing, such as an extension, because no recorded change announces it. */
async function announceQuiet(
  { results }: { results: readonly ToggleResult[] },
  { notice }: { notice: string },
  workspace: Workspace,
): Promise<undefined> {
  if (toggledOf(results).length > 0) return;
  workspace.homes.changed();
  await announceChange(notice, null, workspace);
}

/** The core's text for quiet in an audit entry. */
const QUIET = /^disabled, quiet (?:on (.+) )?until (resumed|\S+Z)$/;

/** `started quiet until tomorrow at 9:00 AM, disabling *News*` */
function quietEntry(names: string, { after, before }: AuditEnd): string {
  const [, agentName, end = ''] = QUIET.exec(after ?? '') ?? [];
  const endsAt = end === 'resumed' ? null : new Date(end);
  if (endsAt && Number.isNaN(endsAt.getTime())) return `disabled ${names} for a while`;
  const quiet = `quiet${agentName === undefined ? '' : ` on ${bold(agentName)}`}`;
  const disabling = names === '' ? '' : `, disabling ${names}`;
  // Someone set a different end.
  if (before !== null) return `changed ${quiet} to last ${untilWords(endsAt)}${disabling}`;
  return `started ${quiet} ${untilWords(endsAt)}${disabling}`;
}

export const quietFeature = {
  drawings: {
    'quiet-form': { form: (outcome, { origin, requester }) => quietModal(outcome, origin, requester.userId) },
    'quiet-started': {
      notice: (outcome, { requester }) =>
        `${quietWords(outcome, 'will be')}, once ${countAbilities(outcome.count)} are disabled. ${progressWords(requester.channelId)}`,
      next: ({ quietId }) => actions(resumeButton(quietId), allAbilities()),
    },
    'resume-started': {
      notice: ({ count }, { requester }) =>
        `Enabling up to ${countAbilities(count)}. ${progressWords(requester.channelId)}`,
    },
    quieted: {
      notice: (outcome, { by, requester, wording }) =>
        quietedSentence(outcome, startedBy(requester, by), { ref: requester.ref, wording }),
      next: ({ endPostedIn, quietId, results }) => [
        ...postedIn('When quiet ends, ', endPostedIn),
        ...actions(
          quietId !== null && failedOf(results).length > 0
            ? button('Try again', { do: `quiet again:${quietId}` })
            : null,
          quietId === null ? null : resumeButton(quietId),
          allAbilities(),
        ),
      ],
      announce: announceQuiet,
    },
    resumed: {
      notice: (outcome, { by, requester, wording }) => {
        const isPlanned = Boolean(requester.planned);
        return resumedSentence(outcome, outcome.isDue ? by : startedBy(requester, by), {
          ref: requester.ref,
          wording,
          isPlanned,
        });
      },
      next: ({ openIds }, undo) =>
        actions(
          openIds[0] === undefined ? null : button('Try again', { do: `resume ${openIds[0]}` }),
          undo,
          allAbilities(),
        ),
      announce: announceQuiet,
    },
  },
  refusals: {
    'quiet-time-passed': {
      sentence: () => 'That time has passed, so nothing changed. Try `quiet until 18:00` or `quiet for 2h`.',
    },
    'quiet-time-too-far': {
      sentence: () =>
        'That time is more than 30 days away, so nothing changed. Try `quiet until 18:00` or `quiet for 2h`.',
    },
    'quiet-begins-now': {
      sentence: () =>
        "Quiet begins immediately and can't be planned, so nothing changed. To say when it ends, try `quiet until 18:00` or `quiet for 2h`.",
      next: ({ agent }) =>
        actions(
          button('For 30 minutes', { do: `quiet ${agent} for 30m`.replace('  ', ' ') }),
          button('Quiet…', { do: 'quiet choose:', asks: true }),
        ),
    },
    'bad-duration': {
      sentence: ({ given }) =>
        `I can't read “${foreign(given, 60)}” as a time. Use a duration or a time of day, up to 30 days ahead: \`quiet for 30m\`, \`quiet until 6:00\`.`,
      next: ({ agent }) =>
        actions(
          button('For 30 minutes', { do: `quiet ${agent} for 30m`.replace('  ', ' ') }),
          button('Quiet…', { do: 'quiet choose:', asks: true }),
        ),
    },
    'not-due': { sentence: () => "Quiet was extended, so it hasn't ended.", isSilent: true },
    'not-quiet': {
      sentence: ({ agent, whole }) => {
        if (whole)
          return `The whole account is quiet${agent === null ? '' : `, so ${bold(agent)} is too`}. To end quiet for all Agents, click *Resume*.`;
        return `${agent === null ? 'Nothing is quiet' : `${bold(agent)} isn't quiet`}, so nothing changed.`;
      },
      next: ({ whole }) => actions(whole ? resumeButton(whole.id) : null, allAbilities()),
    },
    'quiet-agent-unknown': {
      sentence: ({ agent }) =>
        `I can't see which Abilities ${bold(agent.name)} has, because they haven't been set from Slack yet. Nothing changed. You can make all Agents quiet instead.`,
      next: ({ agent, rest }) =>
        actions(
          button('Quiet all Agents', { do: `quiet${rest}` }),
          button('Edit Abilities…', { do: `assign agent:${agent.id}` }, `Edit ${agent.name}'s Abilities`),
        ),
    },
    'quiet-needs-approval': {
      sentence: () =>
        "Disabling needs another admin's approval here, so nothing changed. You can ask for approval to disable all Abilities.",
      next: ({ agent }) =>
        actions(
          button('Disable all…', { do: agent === null ? 'disable all' : `disable all on agent:${agent}` }),
          allAbilities(),
        ),
    },
  },
  forms: {
    quiet: {
      verb: 'quiet',
      submit: ({ payload }, workspace) => {
        const read = readQuietForm(payload.view, workspace.context.now());
        if (!read.ok) return errorsAt(read.errors);
        return { command: read.value, more: { line: lineOf(read.value) } };
      },
    },
  },
  lines: {
    quieted: {
      line: ({ agentName, items }) =>
        `${agentName === undefined ? 'Everything' : bold(agentName)} quiet: ${countAbilities(items.length)} disabled`,
      onCard: () => 'disabled for a while',
    },
  },
  shortcuts: { 'quiet-agents': { verb: 'quiet-form' } },
  entries: {
    quiet: {
      done: quietEntry,
      attempt: (names) => `make ${names} quiet`,
      attemptAlone: 'make everything quiet',
    },
    resume: {
      done: (names) => `enabled ${names} after quiet`,
      attempt: (names) => `end quiet on ${names}`,
      attemptAlone: 'end quiet',
    },
  },
} satisfies SlackFeature;
