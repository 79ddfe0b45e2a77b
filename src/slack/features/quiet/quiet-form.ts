import type { types } from '@slack/bolt';
import { writeDuration } from '../../../core/duration.ts';
import { afterAgent, whyNoEnd } from '../../../core/features/quiet/begin.ts';
import type { CurrentQuiet, QuietCommand } from '../../../core/features/quiet/quiet.ts';
import { writeExact } from '../../../core/features/timed/when.ts';
import { formatAgentRef, parseAgentRef } from '../../../core/references.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { clip, context, countOf, plain, section } from '../../blocks/kit.ts';
import { byWhom } from '../../blocks/mentions.ts';
import { choiceInput, formModal } from '../../blocks/modals.ts';
import { postedIn } from '../../blocks/sentences.ts';
import type { DrawnOutcome } from '../../feature.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { Choice, fieldOf, type Read } from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';
import { pickedTime } from '../timed/when-fields.ts';
import { quietWords } from './quiet-words.ts';

const HOUR = 3_600_000;

const DURATIONS_MS = [HOUR / 4, HOUR / 2, HOUR, 2 * HOUR, 8 * HOUR, 24 * HOUR];
const UNTIL_RESUMED = 'until-resumed';

/** The value starts with this, and the end that the form showed for the whole account follows, if any. */
const KEEP = 'keep:';

const FIELDS = { agent: 'agent', duration: 'duration', picked: 'picked' };
const WHOLE_ACCOUNT = 'all';
/** Slack allows 100 options, and one is for the whole account. */
const MAX_AGENTS = 99;

export function quietModal(
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
        `${disablesWords(enabled, current)} When the time is up, or when someone clicks *Resume*, the Abilities that quiet disabled are enabled again.`,
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
      ...postedIn('If you set an end time, ', origin.channelId),
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
  if (endsAt) return [`${KEEP}${writeExact(endsAt)}`, 'Keep the current end time'];
  return [KEEP, 'Keep the current end time, if there is one'];
}

/** `enabled`: the number of enabled Abilities on all Agents; null if unknown. */
function disablesWords(enabled: number | null, current: readonly CurrentQuiet[]): string {
  if (enabled === 0 && current.length > 0) return 'Nothing else is enabled now, so this can only change the end time.';
  if (enabled === 0) return 'Nothing is enabled now, so there is nothing to disable.';
  const count = enabled === null ? '' : `: *${countAbilities(enabled)}*, or only those of one Agent`;
  return `Disables everything that is enabled now${count}.`;
}

/** Empty if the number is unknown. */
const enabledWords = (enabled: number | null): string => (enabled === null ? '' : ` · ${enabled} enabled`);

const durationLabel = (ms: number): string => (ms < HOUR ? countOf(ms / 60_000, 'minute') : countOf(ms / HOUR, 'hour'));

export function readQuietForm(view: View, now: Date): Read<QuietNow> {
  const chosen = (field: string) => fieldOf(Choice, view, field, field)?.selected_option?.value ?? null;
  const duration = chosen(FIELDS.duration);
  const named = chosen(FIELDS.agent) ?? WHOLE_ACCOUNT;
  const agent = named === WHOLE_ACCOUNT ? null : parseAgentRef(named);
  const picked = pickedTime(view, FIELDS.picked);
  const whyNot = picked && whyNoEnd(picked, now);
  if (whyNot) {
    const sentence = whyNot === 'quiet-time-passed' ? 'That time has passed.' : 'That time is more than 30 days away.';
    return { ok: false, errors: { [FIELDS.picked]: `${sentence} Pick another time, or clear the field.` } };
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

/** The typed command that does what the form asks. */
export const quietLine = (command: QuietNow): string =>
  `quiet${command.agent === null ? '' : ` ${formatAgentRef(command.agent)}`}${afterAgent(command, null)}`;
