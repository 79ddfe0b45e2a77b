import type { types } from '@slack/bolt';
import type { Requester } from '../../../core/access.ts';
import { type CatalogEntry, refTo } from '../../../core/catalog.ts';
import { changeLookup } from '../../../core/changes.ts';
import { readAskedUndos } from '../../../core/features/approvals/ask-once.ts';
import { canOfferUndo } from '../../../core/features/undo.ts';
import { ALL_ABILITIES, formatListQuery, type ListQuery, type RowRef } from '../../../core/list-query.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import { isUndo } from '../../../store/undo-record.ts';
import { untilEnd } from '../../blocks/ability.ts';
import { actions, button, shareButton, undoButton } from '../../blocks/buttons.ts';
import { charactersOf, MAX_CHARACTERS, withShortNotice } from '../../blocks/fit.ts';
import { context, type MessageAnswer, plain, section, time, toFallback } from '../../blocks/kit.ts';
import { lastChangeLine } from '../../blocks/last-change.ts';
import { moreAbout } from '../../blocks/more-about.ts';
import { encodeButton } from '../../button-value.ts';
import type { SlackFeature, ViewContext, Wording } from '../../feature.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { quietBlocks } from '../quiet/quiet-line.ts';
import { drawRow, fallbackRow, fitRows, goneRow, rowsPerPage, type Width } from './list-rows.ts';
import { describeFilter, filterMenus, headingOf, searchForms, searchModal } from './search.ts';
import { abilityTable } from './table.ts';

/**
 * Characters reserved for the result of a click, so that the same rows fit with and without it and nothing moves under
 * the pointer.
 */
const NOTICE_ROOM = 900;

interface ListExtras {
  /** The latest change, shown if there is no notice. */
  last?: LastChange | null;
  /** Draws the line about the current quiet, at the top. */
  quietLine?: (redraw: string) => types.SectionBlock[];
}

/** One page of the matches; past the end, the last page. Pinned rows stay until someone refreshes, pages or filters. */
export function abilityList(
  list: Extract<Outcome, { kind: 'list' }>,
  around: ViewContext,
  { last = null, quietLine = () => [] }: ListExtras = {},
): MessageAnswer {
  const { catalog, ends, found, pinned } = list;
  const untilOf = (entry: CatalogEntry) => untilEnd(entry, ends);
  const { rows: _pinned, ...asked } = list.query;
  const perPage = rowsPerPage(asked);
  const pagesFound = Math.max(1, Math.ceil(found.length / perPage));
  const pages = pinned ? Math.max(pagesFound, asked.page) : pagesFound;
  const query = { ...asked, page: Math.min(Math.max(1, asked.page), pages) };
  const start = (query.page - 1) * perPage;
  const rows = pinned ?? found.slice(start, start + perPage);
  const line = formatListQuery(query);
  const again = rows.length === 0 ? line : formatListQuery({ ...query, rows: list.query.rows ?? rows.flatMap(rowRef) });
  const heading = headingOf(list, query, pages);
  const isLeft = rows.some((entry) => entry !== null && !found.includes(entry));
  const foot = footOf(rows, query, nextPage(found, rows, start, perPage), around.canShare);
  const quiet = quietLine(again);
  const draw = (menus: types.KnownBlock[]) => {
    const before = [section(heading), ...quiet, ...menus];
    const room = MAX_CHARACTERS - NOTICE_ROOM - charactersOf([...before, ...foot]);
    const drawn = rows.map(
      (entry) => (width: Width) =>
        entry === null
          ? goneRow(line)
          : drawRow(entry, { redraw: again, until: untilOf(entry), disablingWaits: list.disablingWaits }, width),
    );
    return [...before, ...(rows.length === 0 ? [section(nothing(list))] : fitRows(drawn, room))];
  };
  const withMenus = draw(catalog.entries.length === 0 ? [] : filterMenus(query));
  // Rows take priority over menus.
  const fits = charactersOf([...withMenus, ...foot]) <= MAX_CHARACTERS - NOTICE_ROOM;
  const top = fits ? withMenus : draw([]);
  const updated = context(`Updated ${time(catalog.readAt)}`);
  const status = (notice: string | null) =>
    statusLine({ ...around, notice }, isLeft ? LEFT : null, line) ?? (last ? lastLine(last, again) : updated);
  const short = status(withShortNotice(around).notice);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(
      [
        around.notice,
        `${heading}.`,
        ...quiet.map(({ text }) => text?.text ?? ''),
        ...rows.map((entry) => fallbackRow(entry, entry ? untilOf(entry) : '')),
        around.notice === null && last ? last.text : null,
      ]
        .filter((one) => one !== null)
        .join('\n'),
    ),
    blocks: firstThatFits([
      () => [...top, status(around.notice), ...foot],
      () => [...top, short, ...foot],
      () => [...draw([]), short, ...foot],
      () => [...draw([]), status(around.notice && TOO_LONG), ...foot],
    ]),
    again,
  };
}

const LEFT = 'Refresh hides rows that no longer match.';

/**
 * The result with an Undo button, or a hint to refresh; null if there is neither. It comes after the rows, so that it
 * doesn't move them.
 */
function statusLine(around: ViewContext, left: string | null, refresh: string): types.SectionBlock | null {
  const text = around.notice ?? left;
  if (text === null) return null;
  const step = around.notice === null ? null : (around.step ?? undoButton(around, around.redraw));
  return { ...section(text), accessory: step ?? button('Refresh', { do: refresh }) };
}

interface LastChange {
  text: string;
  undo: string;
  isRedo: boolean;
}

/** Still offers Undo after the list has been opened again. */
const lastLine = (last: LastChange, redraw: string): types.SectionBlock => ({
  ...section(last.text),
  accessory: undoButton(last, redraw) ?? undefined,
});

const lastChangeOf = (
  { lastChange }: Extract<Outcome, { kind: 'list' }>,
  { userId }: Requester,
  { change: wordsOf }: Wording,
): LastChange | null =>
  lastChange
    ? { text: lastChangeLine(lastChange, userId, wordsOf), undo: lastChange.id, isRedo: isUndo(lastChange.change) }
    : null;

/**
 * Adds the newest change that the person can undo. Omitted from shared messages, which others read later, and from
 * tables, which change nothing.
 */
async function withLastChange(
  list: Extract<Outcome, { kind: 'list' }>,
  { origin, requester, share }: SlackRequest,
  { context, log }: Workspace,
): Promise<Extract<Outcome, { kind: 'list' }>> {
  const isShared = share || origin.message?.ephemeral === false;
  if (isShared || list.query.view || refuseVerb('undo', requester) !== null) return list;
  try {
    const [recent, waiting] = await Promise.all([context.records.changes.read(), readAskedUndos(context)]);
    const lastChange = recent.find((one) => canOfferUndo(one, { recent, waiting }, { changes: changeLookup, context }));
    return lastChange ? { ...list, lastChange } : list;
  } catch (error) {
    log.warn({ err: error }, 'undo log not read, showing the list without the latest change and its Undo button');
    return list;
  }
}

/** Hostile names can make even the first line of a notice too long. */
const TOO_LONG = 'The result is too long to show here. See `/abilities history`.';

/** Entries without an ID cannot be pinned. */
function rowRef(entry: CatalogEntry | null): RowRef[] {
  const ref = entry && refTo(entry);
  return ref && ref.by !== 'name' ? [ref] : [];
}

/** The page of the next match that isn't shown here, so that pinned rows that no longer match don't hide a match. */
function nextPage(
  found: readonly CatalogEntry[],
  rows: readonly (CatalogEntry | null)[],
  start: number,
  perPage: number,
): number | null {
  const shown = new Set(rows);
  const next = found.findIndex((entry, index) => index >= start && !shown.has(entry));
  return next < 0 ? null : Math.floor(next / perPage) + 1;
}

function firstThatFits(ways: readonly (() => types.KnownBlock[])[]): types.KnownBlock[] {
  let drawn: types.KnownBlock[] = [];
  for (const draw of ways) {
    drawn = draw();
    if (charactersOf(drawn) <= MAX_CHARACTERS) break;
  }
  return drawn;
}

function nothing({ catalog, query }: Extract<Outcome, { kind: 'list' }>): string {
  return catalog.entries.length === 0
    ? "No Abilities yet. Drop a zip in any channel I'm in, or click *Upload…*."
    : `Nothing matches ${describeFilter(query)}.`;
}

function footOf(
  rows: readonly (CatalogEntry | null)[],
  query: ListQuery,
  next: number | null,
  canShare: boolean,
): types.KnownBlock[] {
  const { page } = query;
  const line = formatListQuery(query);
  return actions(
    moreAbout(rows.filter((entry) => entry !== null)),
    page > 1 ? button('‹ Previous', { do: formatListQuery({ ...query, page: page - 1 }) }) : null,
    next === null ? null : button('Next ›', { do: formatListQuery({ ...query, page: next }) }),
    button('Upload…', { do: 'upload' }),
    shareButton(line, canShare),
    moreMenu(line),
  );
}

const option = (label: string, line: string, asks?: true): types.PlainTextOption => ({
  text: plain(label, 75),
  value: encodeButton({ do: line, asks }),
});

/** Slack allows at most five options. */
const moreMenu = (refresh: string): types.Overflow => ({
  type: 'overflow',
  action_id: 'more',
  options: [
    option('Refresh', refresh),
    option('Enable several…', 'enable', true),
    option('Disable several…', 'disable', true),
    option('Delete…', 'delete', true),
    option('Help', 'help'),
  ],
});

export const listFeature = {
  drawings: {
    list: {
      prepare: async (list, request, workspace) => ({ outcome: await withLastChange(list, request, workspace) }),
      view: (list, frame, wording) =>
        list.query.view
          ? abilityTable(list, frame)
          : abilityList(list, frame, {
              last: lastChangeOf(list, frame.requester, wording),
              quietLine: (redraw) =>
                quietBlocks(list.quiets ?? [], {
                  readAt: list.catalog.readAt,
                  // The list may be shared.
                  reader: null,
                  redraw,
                }),
            }),
    },
    'search-form': { form: ({ query }, { origin }) => searchModal(query, origin) },
  },
  forms: searchForms,
  shortcuts: { 'manage-abilities': { verb: 'list', query: ALL_ABILITIES } },
} satisfies SlackFeature;
