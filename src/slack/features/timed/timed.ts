import { joinAnd } from '../../../base/join-words.ts';
import { cancelLine, idsLine } from '../../../core/features/timed/line.ts';
import type { PastPlan } from '../../../core/features/timed/past-plan.ts';
import { contentOfPlan } from '../../../core/features/timed/plan.ts';
import type { LeftToPerson, SwitchVerb, TimedOutcome } from '../../../core/features/timed/timed.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { someNames } from '../../blocks/ability.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { capital, day, dayAt, namesLine } from '../../blocks/kit.ts';
import { byWhom, person } from '../../blocks/mentions.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { SlackFeature } from '../../feature.ts';
import { announceChange } from '../../request/announce.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { cancelEntry } from './entries.ts';
import { planForms, planModal } from './plan-form.ts';
import { planQuestionForms, timedQuestion } from './plan-question.ts';
import { everyWords, REVERSE } from './plan-words.ts';
import { changeButtons, isRecurring, plannedList, rowWords, staysWords, whatWords } from './planned-list.ts';
import { timedRefusals } from './refusals.ts';

function timedSentence(
  { endsAt, every, items, of, startsAt, wanted }: Timed,
  by: string,
  before: string | null,
): string {
  const names = someNames(items);
  if (startsAt) {
    const when = every ? `${everyWords(every)}, first ${dayAt(startsAt)}` : dayAt(startsAt);
    return `${names} will be ${wanted}d ${when} · planned ${by}`;
  }
  const again = items.every(({ enabled }) => enabled === (wanted === 'enable')) ? '' : ' again';
  const last = endsAt
    ? `${items.length === 1 ? 'It' : 'They'} will be ${REVERSE[wanted]}d${again} ${dayAt(endsAt)}.`
    : '';
  return [of === null ? null : before, last].filter((line) => line !== null && line !== '').join('\n');
}

type Timed = Extract<TimedOutcome, { kind: 'timed' }>;

/** `*News* was enabled as planned by @ana · today 9:00 AM. The plan is complete.` */
function pastWords({ at, hasChanged, names, userId, wasDue, what }: PastPlan, reader: string | null): string {
  const things = namesLine(names);
  if (what === 'cancel') return `The plan for ${things} was canceled ${byWhom(userId, reader)} · ${day(at)}.`;
  if (!hasChanged) return `The plan to ${what} ${things} ended without a change · ${day(at)}.`;
  const how = `${wasDue ? 'as planned ' : ''}${byWhom(userId, reader)}`;
  return `${things} ${names.length === 1 ? 'was' : 'were'} ${CARRIED_OUT[what]} ${how} · ${day(at)}. The plan is complete.`;
}

const CARRIED_OUT: Record<Exclude<PastPlan['what'], 'cancel'>, string> = { enable: 'enabled', disable: 'disabled' };

/** Says how a plan continues after its next change was made early. */
function restWords({ items, leftFor, next }: Extract<TimedOutcome, { kind: 'timed-now' }>): string {
  if (next)
    return `The plan continues: the ${items === 1 ? 'Ability' : 'Abilities'} will be ${next.wanted}d ${dayAt(next.at)}.`;
  return leftFor ? `The rest is still planned for ${dayAt(leftFor)}.` : 'That completes the plan.';
}

/** The result of a due change, with the Abilities that were skipped and left to the person. */
function dueSentence({ againAt, left, wanted }: Due, before: string | null): string {
  const changed = left.filter((one) => one.why === 'changed');
  const quiet = left.filter(({ why }) => why === 'quiet');
  const people = joinAnd([...new Set(changed.map(({ by }) => person(by)))]);
  return [
    before ?? `${someNames(left)} ${left.length === 1 ? 'was' : 'were'} due to be ${wanted}d now.`,
    changed.length === 0
      ? ''
      : `${someNames(changed)} ${changed.length === 1 ? 'was' : 'were'} skipped, because ${people} changed ${changed.length === 1 ? 'it' : 'them'} in the meantime.`,
    quiet.length === 0 ? '' : `Everything is quiet, so ${someNames(quiet)} will be enabled when quiet ends.`,
    againAt === null ? '' : `I'll retry the failed ones ${dayAt(againAt)}.`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

type Due = Extract<TimedOutcome, { kind: 'timed-done' }>;

function leftButton(wanted: SwitchVerb, left: readonly LeftToPerson[]) {
  const ids = left.flatMap(({ id, why }) => (why === 'changed' ? [id] : []));
  if (ids.length === 0) return null;
  return button(ids.length === 1 ? capital(wanted) : `${capital(wanted)} all`, { do: `${wanted} ${idsLine(ids)}` });
}

const toggledNothing = (of: Outcome | null): boolean => of === null || of.kind === 'unchanged';

/** Announces a plan that hasn't changed anything yet, or that was canceled, because no recorded change announces it. */
async function announcePlan(notice: string, workspace: Workspace): Promise<undefined> {
  workspace.homes.changed();
  await announceChange(notice, null, workspace);
}

/** Notifies the person who made a plan, if someone else changed or canceled it, because they may rely on it. */
async function notifyPlanner(userId: string, notice: string, { requester }: SlackRequest, workspace: Workspace) {
  if (userId === requester.userId) return;
  await workspace.outbound
    .post(userId, null, sentenceMessage(notice), 'announcement')
    .catch((err: unknown) => workspace.log.warn({ err }, 'person not notified of a changed plan'));
}

export const timedFeature = {
  drawings: {
    'plan-form': { form: (outcome, { origin }) => planModal(outcome, origin) },
    'timed-question': { question: timedQuestion },
    timed: {
      notice: (outcome, { by, reader, requester, wording }) =>
        timedSentence(outcome, by, outcome.of && wording.notice(outcome.of, requester, { by, reader })),
      next: ({ id, of, ...plan }, undo) =>
        actions(
          undo,
          // Undo cancels the plan too.
          undo && of ? null : button('Cancel plan', { do: cancelLine(id, contentOfPlan(plan)) }),
          button('Planned changes', { do: 'scheduled' }),
          allAbilities(),
        ),
      announce: async ({ insteadOf, of }, { notice, request }, workspace) => {
        if (insteadOf) await notifyPlanner(insteadOf.userId, notice, request, workspace);
        return toggledNothing(of) ? announcePlan(notice, workspace) : undefined;
      },
    },
    'timed-done': {
      notice: (outcome, { by, reader, requester, wording }) =>
        dueSentence(outcome, outcome.of && wording.notice(outcome.of, requester, { by, reader })),
      next: ({ left, wanted }, undo) => actions(leftButton(wanted, left), undo, allAbilities()),
    },
    'timed-now': {
      notice: (outcome, { by, reader, requester, wording }) =>
        [wording.notice(outcome.of, requester, { by, reader }), restWords(outcome)]
          .filter((line) => line !== null)
          .join('\n'),
      next: (_, undo) => actions(undo, button('Planned changes', { do: 'scheduled' }), allAbilities()),
      announce: async ({ of }, { notice }, workspace) =>
        toggledNothing(of) ? announcePlan(notice, workspace) : undefined,
    },
    scheduled: { view: (outcome, frame) => plannedList(outcome, frame) },
    'plan-changed': {
      notice: ({ row }) => `This plan has changed. To cancel it as it is now, click *Cancel plan*.\n${rowWords(row)}`,
      next: ({ row }) =>
        actions(
          ...(row.what.kind === 'switch' ? changeButtons(row, row.what.wanted) : []),
          button('Planned changes', { do: 'scheduled' }),
          allAbilities(),
        ),
    },
    'plan-over': {
      notice: ({ past }, { reader }) => pastWords(past, reader),
      next: () => actions(button('Planned changes', { do: 'scheduled' }), allAbilities()),
    },
    'schedule-canceled': {
      notice: ({ row }, { by }) =>
        `Canceled ${by}: ${whatWords(row)}${isRecurring(row) ? ', next due' : ''} ${dayAt(row.at)}.${staysWords(row)}`,
      next: () => actions(button('Planned changes', { do: 'scheduled' }), allAbilities()),
      announce: async ({ row }, { notice, request }, workspace) => {
        await notifyPlanner(row.userId, notice, request, workspace);
        return announcePlan(notice, workspace);
      },
    },
  },
  refusals: timedRefusals,
  forms: { ...planForms, ...planQuestionForms },
  entries: { cancel: cancelEntry },
} satisfies SlackFeature;
