import { joinAnd } from '../../../base/join-words.ts';
import type { NewOverlap } from '../../../core/clashes.ts';
import { confirmLine } from '../../../core/features/timed/plan.ts';
import type { TimedPlan } from '../../../core/features/timed/timed.ts';
import { someNames } from '../../blocks/ability.ts';
import { actions, button } from '../../blocks/buttons.ts';
import { capital, dayAt, type MessageAnswer, section, toFallback } from '../../blocks/kit.ts';
import { formModal, oldFormModal } from '../../blocks/modals.ts';
import { postedIn } from '../../blocks/sentences.ts';
import { readConfirmed } from '../../button-value.ts';
import type { DrawContext } from '../../feature.ts';
import { encodeMetadata } from '../../modal-metadata.ts';
import { type Forms, instead } from '../../payloads/form-values.ts';
import { overlapBlocks } from '../check.ts';
import { everyWords, isAlready, REVERSE } from './plan-words.ts';

/** `Disable *News* now, and enable it again tomorrow 9:00 AM?` */
function questionOf(plan: TimedPlan): string {
  const { endsAt, every, items, startsAt, wanted } = plan;
  const names = someNames(items);
  if (startsAt && every) {
    return `${capital(wanted)} ${names} ${everyWords(every)}, first ${dayAt(startsAt)}?`;
  }
  if (startsAt) return `${capital(wanted)} ${names} ${dayAt(startsAt)}?`;
  const it = items.length === 1 ? 'it' : 'them';
  const first = isAlready(plan) ? `Keep ${names} ${wanted}d` : `${capital(wanted)} ${names} now`;
  const again = isAlready(plan) ? '' : ' again';
  return endsAt ? `${first}, and ${REVERSE[wanted]} ${it}${again} ${dayAt(endsAt)}?` : `${first}?`;
}

/** Names the earlier plans that this one replaces. */
const insteadOf = ({ replaces }: TimedPlan): string =>
  replaces.length === 0
    ? ''
    : `\nThis replaces the ${replaces.length === 1 ? 'plan' : 'plans'} for ${joinAnd(replaces.slice(0, 3).map(dayAt))}.`;

/** Asks for confirmation of the complete plan, before anything is done or saved. */
export function timedQuestion(
  { overlaps = [], ...plan }: TimedPlan & { overlaps?: readonly NewOverlap[] },
  { requester }: Pick<DrawContext, 'requester'>,
): MessageAnswer {
  const question = `${questionOf(plan)}${insteadOf(plan)}`;
  const names = plan.items.map(({ name }) => name).join(', ');
  const label = plan.startsAt || isAlready(plan) ? 'Plan it' : capital(plan.wanted);
  const line = confirmLine(plan);
  const title = plan.insteadOf ? 'Change a plan' : 'Plan a change';
  const blocks = [section(question), ...overlapBlocks(overlaps), ...postedIn('', requester.channelId)];
  return {
    surface: 'message',
    title,
    replaces: true,
    text: toFallback(question),
    blocks: [
      ...blocks,
      ...actions(
        { ...button(label, { do: line, sure: true }, `${label}: ${names}`), style: 'primary' },
        button('Cancel', { do: 'list' }),
      ),
    ],
    inDialog: (origin) =>
      formModal({
        title,
        submit: label,
        callbackId: 'plan-question',
        metadata: encodeMetadata({ form: 'plan-question', wanted: plan.wanted, line, origin }),
        blocks,
      }),
  };
}

export const planQuestionForms: Forms<'plan-question'> = {
  'plan-question': {
    verb: ({ wanted }) => wanted,
    targets: ({ line }) => readConfirmed(line)?.targets ?? [],
    submit: ({ metadata: { line } }) => {
      const confirmed = readConfirmed(line);
      return confirmed ? { command: confirmed.command, more: { line } } : instead(oldFormModal());
    },
  },
};
