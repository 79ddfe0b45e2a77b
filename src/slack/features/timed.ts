import { confirmLine, type PlannedRow, type TimedOutcome, type TimedPlan } from '../../core/features/timed/timed.ts';
import { formatAbilityRef } from '../../core/references.ts';
import { someNames } from '../blocks/ability.ts';
import { actions, allAbilities, button } from '../blocks/buttons.ts';
import { bold, capital, context, day, type MessageAnswer, namesLine, section, toFallback } from '../blocks/kit.ts';
import { person } from '../blocks/mentions.ts';
import type { SlackFeature, ViewContext } from '../feature.ts';

type Wanted = TimedPlan['wanted'];

const REVERSE = { enable: 'disable', disable: 'enable' } as const;

const isAlready = ({ items, wanted }: TimedPlan): boolean =>
  items.every(({ enabled }) => enabled === (wanted === 'enable'));

/** `Disable *News* now, and enable it again tomorrow at 9:00 AM?` */
function questionOf(plan: TimedPlan): string {
  const { endsAt, items, startsAt, wanted } = plan;
  const names = someNames(items);
  if (startsAt) return `${capital(wanted)} ${names} ${day(startsAt)}?`;
  const it = items.length === 1 ? 'it' : 'them';
  const first = isAlready(plan) ? `Keep ${names} ${wanted}d` : `${capital(wanted)} ${names} now`;
  return endsAt ? `${first}, and ${REVERSE[wanted]} ${it} again ${day(endsAt)}?` : `${first}?`;
}

/** The whole plan, before anything is done or saved. */
function timedQuestion(plan: TimedPlan): MessageAnswer {
  const question = questionOf(plan);
  const names = plan.items.map(({ name }) => name).join(', ');
  const label = plan.startsAt || isAlready(plan) ? 'Plan it' : capital(plan.wanted);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(question),
    blocks: [
      section(question),
      ...actions(
        { ...button(label, { do: confirmLine(plan), sure: true }, `${label}: ${names}`), style: 'primary' },
        button('Cancel', { do: 'list' }),
      ),
    ],
  };
}

function timedSentence({ endsAt, items, of, startsAt, wanted }: Timed, by: string, said: string | null): string {
  const names = someNames(items);
  if (startsAt) return `${names} will be ${wanted}d ${day(startsAt)} · planned ${by}`;
  const again = endsAt ? `${items.length === 1 ? 'It' : 'They'} will be ${REVERSE[wanted]}d again ${day(endsAt)}.` : '';
  return [of === null ? null : said, again].filter((line) => line !== null && line !== '').join('\n');
}

type Timed = Extract<TimedOutcome, { kind: 'timed' }>;

const whatWords = ({ what }: PlannedRow): string =>
  what.kind === 'switch'
    ? `${capital(what.wanted)} ${namesLine(what.names, 200)}`
    : `End quiet${what.agent === null ? '' : ` on ${bold(what.agent)}`}`;

/** Without its end, quiet would never end: it can end now. */
const rowButton = (row: PlannedRow) =>
  row.what.kind === 'resume'
    ? button('Resume', { do: `resume ${row.id}`, redraw: 'scheduled' }, toFallback(whatWords(row)))
    : button('Cancel', { do: `cancel ${row.id}`, redraw: 'scheduled' }, `Cancel: ${toFallback(whatWords(row))}`);

const MAX_ROWS = 20;

function plannedList(rows: readonly PlannedRow[], { notice }: ViewContext): MessageAnswer {
  const head =
    rows.length === 0 ? 'Nothing is planned. Try `/abilities disable News until 9:00`.' : '*Planned changes*';
  const hidden = rows.length - MAX_ROWS;
  const lines = rows.map((row) => `${day(row.at)} · ${whatWords(row)} · ${person(row.userId)}`);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([notice, head, ...lines].filter((line) => line !== null).join('\n')),
    blocks: [
      ...(notice === null ? [] : [section(notice)]),
      section(head),
      ...rows.slice(0, MAX_ROWS).map((row, index) => ({
        ...section(lines[index] ?? ''),
        accessory: rowButton(row),
      })),
      ...(hidden > 0 ? [context(`${hidden} more.`)] : []),
      ...actions(allAbilities()),
    ],
  };
}

const again = (wanted: Wanted, ids: readonly number[], line: string) =>
  button(ids.length === 1 ? capital(wanted) : `${capital(wanted)} all`, { do: line });

export const timedFeature = {
  drawings: {
    'timed-question': { question: (outcome) => timedQuestion(outcome) },
    timed: {
      notice: (outcome, { by, requester, say }) =>
        timedSentence(outcome, by, outcome.of && say.notice(outcome.of, requester, by)),
      next: ({ id, of }, undo) =>
        actions(
          undo,
          // Undo cancels the plan too.
          id === null || (undo && of) ? null : button('Cancel plan', { do: `cancel ${id}` }),
          button('Planned changes', { do: 'scheduled' }),
          allAbilities(),
        ),
    },
    scheduled: { view: ({ rows }, frame) => plannedList(rows, frame) },
    'schedule-canceled': {
      notice: ({ row }, { by }) => `Canceled ${by}: ${whatWords(row)} ${day(row.at)}`,
      next: () => actions(button('Planned changes', { do: 'scheduled' }), allAbilities()),
    },
  },
  refusals: {
    'time-passed': {
      sentence: () =>
        'That time has passed or is more than a year away, so nothing changed. Try `until 9:00` or `tomorrow at 9:00`.',
    },
    'changed-meanwhile': {
      sentence: ({ by, name, wanted }) =>
        `It was planned to ${wanted} ${bold(name)} now, but it was changed meanwhile, last by ${person(by)}. Nothing changed.`,
      next: ({ ids, wanted }) =>
        actions(
          again(wanted, ids, `${wanted} ${ids.map((id) => formatAbilityRef({ by: 'installed', id })).join(', ')}`),
          allAbilities(),
        ),
    },
    'no-such-schedule': {
      sentence: () => 'That planned change has already happened or was canceled.',
      next: () => actions(button('Planned changes', { do: 'scheduled' }), allAbilities()),
    },
  },
} satisfies SlackFeature;
