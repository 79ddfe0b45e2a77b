import type { types } from '@slack/bolt';
import { joinAnd } from '../../../base/join-words.ts';
import type { NewOverlap } from '../../../core/clashes.ts';
import { cancelLine, contentOfLine, idsLine } from '../../../core/features/timed/line.ts';
import type { PastPlan } from '../../../core/features/timed/past-plan.ts';
import { confirmLine, contentOfPlan } from '../../../core/features/timed/plan.ts';
import { recurrenceWords } from '../../../core/features/timed/recurrence.ts';
import type {
  LeftToPerson,
  PlannedRow,
  TimedItem,
  TimedOutcome,
  TimedPlan,
} from '../../../core/features/timed/timed.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { someNames } from '../../blocks/ability.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { bold, capital, day, dayAt, type MessageAnswer, namesLine, section, toFallback } from '../../blocks/kit.ts';
import { byWhom, person } from '../../blocks/mentions.ts';
import { choiceInput, formModal, oldFormModal } from '../../blocks/modals.ts';
import { postedIn, sentenceMessage } from '../../blocks/sentences.ts';
import { readConfirmed } from '../../button-value.ts';
import type { DrawContext, SlackFeature, ViewContext } from '../../feature.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { Choice, errorsAt, fieldOf, instead } from '../../payloads/form-values.ts';
import { announceChange } from '../../request/announce.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { overlapBlocks } from '../check.ts';
import { ofInstalled } from '../triggers.ts';
import { cancelEntry } from './entries.ts';
import { timedRefusals } from './refusals.ts';
import { noTime, readWhenFields, whenFields } from './when-fields.ts';

type SwitchVerb = TimedPlan['wanted'];

const REVERSE = { enable: 'disable', disable: 'enable' } as const;

const isAlready = ({ items, wanted }: TimedPlan): boolean =>
  items.every(({ enabled }) => enabled === (wanted === 'enable'));

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

/** `every weekday from 8:00 to 18:00 (Europe/Berlin)` */
const everyWords = ({ recurrence, timeZone }: NonNullable<TimedPlan['every']>): string =>
  `${recurrenceWords(recurrence)} (${timeZone})`;

/** The earlier plans that it replaces. */
const insteadOf = ({ replaces }: TimedPlan): string =>
  replaces.length === 0
    ? ''
    : `\nThis replaces the ${replaces.length === 1 ? 'plan' : 'plans'} for ${joinAnd(replaces.slice(0, 3).map(dayAt))}.`;

/** The whole plan, before anything is done or saved. */
function timedQuestion(
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

type Scheduled = Extract<TimedOutcome, { kind: 'scheduled' }>;

function whatWords({ what }: PlannedRow): string {
  switch (what.kind) {
    case 'switch':
      return `${capital(what.wanted)} ${someNames(what.items)}${recurringWords(what)}`;
    case 'resume':
      return `End quiet${what.agent === null ? '' : ` on ${bold(what.agent)}`}`;
  }
}

/** The days and hours are those of its start, so its end names the state between them. */
const recurringWords = ({ every, wanted }: Extract<PlannedRow['what'], { kind: 'switch' }>): string => {
  if (!every) return '';
  return every.half === 'end' ? ` · ${REVERSE[wanted]}d ${everyWords(every)}` : ` ${everyWords(every)}`;
};

const isRecurring = ({ what }: PlannedRow): boolean => what.kind === 'switch' && Boolean(what.every);

const rowWords = (row: PlannedRow): string => `${day(row.at)} · ${whatWords(row)} · ${person(row.userId)}`;

/** What no longer happens after a cancel; nothing before the first time of a recurrence. */
const staysWords = ({ what }: PlannedRow): string =>
  what.kind === 'switch' && what.every?.half !== 'start'
    ? ` ${what.items.length === 1 ? 'It' : 'They'} won't be ${what.wanted}d automatically.`
    : '';

/** `redraw`: undefined if the message shows only this plan. */
function changeButtons(row: PlannedRow, wanted: SwitchVerb, redraw?: string): types.Button[] {
  const { at, id, line } = row;
  const name = toFallback(whatWords(row));
  return [
    button('Change…', { do: `${wanted} plan:${id} later:`, asks: true }, `Change: ${name}`),
    button('Cancel plan', { do: cancelLine(id, contentOfLine(line, at)), redraw }, `Cancel plan: ${name}`),
  ];
}

/** Without its end, quiet would never end: it can end now. */
function rowButtons({ id, what, ...row }: PlannedRow, redraw: string): types.ActionsBlock[] {
  const name = toFallback(whatWords({ id, what, ...row }));
  if (what.kind === 'resume') return actions(button('Resume', { do: `resume ${id}`, redraw }, name));
  const plan = `${what.wanted} plan:${id}`;
  const now = `${capital(what.wanted)} now`;
  return actions(
    ...changeButtons({ id, what, ...row }, what.wanted, redraw),
    button(now, { do: plan, redraw }, `${now}: ${toFallback(someNames(what.items))}`),
  );
}

/** Two blocks each, of the 50 of a message, and 13,000 characters in all. */
const ROWS_PER_PAGE = 8;

function plannedList({ page: asked, rows }: Scheduled, { notice }: ViewContext): MessageAnswer {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(asked, pages);
  const redraw = page === 1 ? 'scheduled' : `scheduled ${page}`;
  const shown = rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE);
  const head =
    rows.length === 0
      ? 'Nothing is planned. Try `/abilities disable News until 9:00`.'
      : `*Planned changes*${pages > 1 ? ` · page ${page} of ${pages}` : ''}`;
  const lines = shown.map(rowWords);
  return {
    surface: 'message',
    title: 'Planned changes',
    replaces: true,
    text: toFallback([notice, head, ...lines].filter((line) => line !== null).join('\n')),
    blocks: [
      ...(notice === null ? [] : [section(notice)]),
      section(head),
      ...shown.flatMap((row, index) => [section(lines[index] ?? ''), ...rowButtons(row, redraw)]),
      ...actions(
        page > 1 ? button('‹ Previous', { do: `scheduled ${page - 1}` }) : null,
        page < pages ? button('Next ›', { do: `scheduled ${page + 1}` }) : null,
        // Its form asks when.
        rows.length === 0 ? button('Plan a change…', { do: 'disable', asks: true }) : null,
        allAbilities(),
      ),
    ],
  };
}

/** `*News* was enabled as planned by @ana · today 9:00 AM. The plan is complete.` */
function pastWords({ at, hasChanged, names, userId, wasDue, what }: PastPlan, reader: string | null): string {
  const things = namesLine(names);
  if (what === 'cancel') return `The plan for ${things} was canceled ${byWhom(userId, reader)} · ${day(at)}.`;
  if (!hasChanged) return `The plan to ${what} ${things} ended without a change · ${day(at)}.`;
  const how = `${wasDue ? 'as planned ' : ''}${byWhom(userId, reader)}`;
  return `${things} ${names.length === 1 ? 'was' : 'were'} ${what}d ${how} · ${day(at)}. The plan is complete.`;
}

/** What happens with the rest of a plan whose next change was done now. */
function restWords({ items, leftFor, next }: Extract<TimedOutcome, { kind: 'timed-now' }>): string {
  if (next) return `The plan continues: ${items === 1 ? 'it' : 'they'} will be ${next.wanted}d ${dayAt(next.at)}.`;
  return leftFor ? `The rest is still planned for ${dayAt(leftFor)}.` : 'That completes the plan.';
}

/** What was done when it was due, and what was left to the person. */
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

/** A plan that changed nothing yet, and one that was canceled: others are told as of a recorded change. */
async function announcePlan(notice: string, workspace: Workspace): Promise<undefined> {
  workspace.homes.changed();
  await announceChange(notice, null, workspace);
}

/** The person who planned what somebody else has changed or canceled may count on it. */
async function notifyPlanner(userId: string, notice: string, { requester }: SlackRequest, workspace: Workspace) {
  if (userId === requester.userId) return;
  await workspace.outbound
    .post(userId, null, sentenceMessage(notice), 'announcement')
    .catch((err: unknown) => workspace.log.warn({ err }, 'person not notified of a changed plan'));
}

const WANTED = 'wanted';

type PlanForm = Extract<TimedOutcome, { kind: 'plan-form' }>;

/** `*News* is enabled now.` */
function stateWords(items: readonly TimedItem[]): string {
  const [first, ...others] = items;
  if (first && others.length === 0) return `${bold(first.name)} is ${first.enabled ? 'enabled' : 'disabled'} now.`;
  const enabled = items.filter((item) => item.enabled).length;
  return `${someNames(items)}: ${enabled} of ${items.length} enabled now.`;
}

/** The whole plan is shown before it is saved. */
function planModal({ change, items }: PlanForm, origin: Origin): types.ModalView {
  const [id, ...others] = items.map((item) => item.id);
  if (id === undefined) throw new Error('A plan is about no Ability.');
  const first: SwitchVerb = change?.wanted ?? (items.some(({ enabled }) => enabled) ? 'disable' : 'enable');
  const more = {
    ...(others.length > 0 ? { others } : {}),
    ...(change ? { planId: change.id, filledIn: change.when } : {}),
    ...(change?.at ? { filledAt: change.at.toISOString() } : {}),
  };
  return formModal({
    title: change ? 'Change a plan' : 'Plan a change',
    submit: 'Next',
    callbackId: 'plan',
    metadata: encodeMetadata({ form: 'plan', installedId: id, ...more, origin }),
    blocks: [
      section(stateWords(items)),
      choiceInput(WANTED, 'Change', first, [
        [first, capital(first)],
        [REVERSE[first], capital(REVERSE[first])],
      ]),
      ...whenFields({ isFirst: true, typed: change?.when }),
    ],
  });
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
  forms: {
    'plan-question': {
      verb: ({ wanted }) => wanted,
      targets: ({ line }) => readConfirmed(line)?.targets ?? [],
      submit: ({ metadata: { line } }) => {
        const confirmed = readConfirmed(line);
        return confirmed ? { command: confirmed.command, more: { line } } : instead(oldFormModal());
      },
    },
    plan: {
      verb: 'disable',
      targets: ofInstalled,
      submit: ({ metadata: { filledAt, filledIn, installedId, others = [], planId }, payload: { view } }) => {
        const wanted = fieldOf(Choice, view, WANTED, WANTED)?.selected_option?.value;
        const read = readWhenFields(view, filledIn === undefined ? undefined : { text: filledIn, at: filledAt });
        if (!read.ok) return errorsAt(read.errors);
        const { when } = read;
        if (!when || (wanted !== 'enable' && wanted !== 'disable')) return errorsAt(noTime());
        const targets = [installedId, ...others].map((id) => ({ by: 'installed', id }) as const);
        const insteadOf = planId === undefined ? {} : { insteadOf: planId };
        return { command: { verb: 'timed', wanted, targets, when, confirmed: false, ...insteadOf } };
      },
    },
  },
  entries: { cancel: cancelEntry },
} satisfies SlackFeature;
