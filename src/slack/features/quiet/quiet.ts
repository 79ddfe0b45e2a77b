import type { Requester } from '../../../core/access.ts';
import type { ToggleResult } from '../../../core/features/toggle/toggle.ts';
import type { AuditEnd } from '../../../store/audit-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { bold, foreign } from '../../blocks/kit.ts';
import { postedIn, progressWords, signed } from '../../blocks/sentences.ts';
import type { SlackFeature } from '../../feature.ts';
import { errorsAt } from '../../payloads/form-values.ts';
import { announceChange } from '../../request/announce.ts';
import type { Workspace } from '../../workspace.ts';
import { quietLine, quietModal, readQuietForm } from './quiet-form.ts';
import { failedOf, quietedSentence, quietWords, resumedSentence, toggledOf, untilWords } from './quiet-words.ts';

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
        ...postedIn('When the time is up, ', endPostedIn),
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
        "Disabling needs another admin's approval here, so nothing changed. You can ask for approval to disable the Abilities instead.",
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
        return { command: read.value, more: { line: quietLine(read.value) } };
      },
    },
  },
  lines: {
    quieted: {
      line: ({ agentName, items }) =>
        `${agentName === undefined ? 'Everything' : bold(agentName)} quiet: ${countAbilities(items.length)} disabled`,
      onCard: () => 'disabled for a while',
      undoEntry: (names, { after }) =>
        after?.endsWith('quiet ended') ? `ended quiet${names === '' ? '' : `, enabling ${names} again`}` : null,
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
