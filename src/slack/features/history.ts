import type { types } from '@slack/bolt';
import type { HistoryEntry } from '../../core/features/history.ts';
import type { HistoryQuery } from '../../core/history-query.ts';
import { formatHistoryQuery } from '../../core/history-query.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { AuditOutcome, AuditTarget } from '../../store/audit-record.ts';
import { actions, button, shareButton } from '../blocks/buttons.ts';
import type { Drawings, ViewFrame } from '../blocks/drawing.ts';
import { aboveNotice, charactersOf, MAX_CHARACTERS } from '../blocks/fit.ts';
import { context, day, foreign, type MessageAnswer, namesLine, section, toFallback } from '../blocks/kit.ts';
import { channel, person } from '../blocks/mentions.ts';
import { settingWords } from './settings.ts';

/** As words: color or an icon alone would not be accessible. */
const OUTCOME_WORDS: Record<AuditOutcome, string> = {
  done: 'done',
  refused: 'refused',
  failed: 'failed',
  unchanged: 'no change',
};

type History = Extract<Outcome, { kind: 'history' }>;

/** Maximum characters per entry: of its names, its values before and after, and its reason. */
const WIDE = { names: 200, words: 150, why: 200 };

const NARROW = { names: 80, words: 50, why: 60 };

/** One page of the audit log, as detailed as fits into a message. */
function historyMessage(history: History, around: ViewFrame): MessageAnswer {
  const wide = drawHistory(history, around, WIDE);
  return charactersOf(wide.blocks) <= MAX_CHARACTERS ? wide : drawHistory(history, around, NARROW);
}

function drawHistory({ entries, pages, query, total }: History, around: ViewFrame, width: typeof WIDE): MessageAnswer {
  const lines = entries.map((entry) => entryLine(entry, width));
  const [first] = entries;
  const { from: _from, ...asked } = query;
  // After an undo, the page keeps its rows: the new entry would shift them, and a second click would hit another row.
  const sameRows = formatHistoryQuery(first ? { ...asked, from: first.record.id } : asked);
  const head = `*Who did what*${filtered(query)}`;
  const none = 'Nothing of that kind is kept. Looking is not written down; changes and refused attempts are.';
  const foot = total === 0 ? none : `${total} ${total === 1 ? 'entry' : 'entries'} · page ${query.page} of ${pages}`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, head, ...lines, foot].filter((part) => part !== null).join('\n')),
    blocks: aboveNotice(
      around,
      [section(head), ...entries.map((entry, index) => entryBlock(entry, lines[index] ?? '', sameRows))],
      [context(foot), ...pageButtons(asked, pages, around.canShare)],
    ),
    again: sameRows,
  };
}

function entryBlock({ record, undo }: HistoryEntry, line: string, redraw: string): types.KnownBlock {
  if (undo === null) return section(line);
  return { ...section(line), accessory: button('Undo', { do: `undo ${undo}`, redraw }, `Undo ${record.verb}`) };
}

function pageButtons(query: HistoryQuery, pages: number, canShare: boolean): types.KnownBlock[] {
  const at = (page: number) => ({ do: formatHistoryQuery({ ...query, page }) });
  return actions(
    query.page > 1 ? button('Newer', at(query.page - 1)) : null,
    query.page < pages ? button('Older', at(query.page + 1)) : null,
    button('Refresh', at(query.page)),
    button('Export', { do: 'export' }),
    shareButton(formatHistoryQuery(query), canShare),
  );
}

function filtered({ name, outcome, ref, since, userId }: HistoryQuery): string {
  const parts = [
    name === '' ? '' : `“${foreign(name, 60)}”`,
    userId === null ? '' : `by ${userId === 'me' ? 'me' : person(userId)}`,
    since === null ? '' : `since ${since}`,
    outcome === null ? '' : OUTCOME_WORDS[outcome],
    ref === null ? '' : `ref ${ref}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` · ${parts.join(' · ')}`;
}

/** First line: what, who, where, when and the result. Second line: values before and after. */
function entryLine({ record, undoneBy }: HistoryEntry, width: typeof WIDE): string {
  const { at, channelId, ended, ref, targets, userId, verb } = record;
  const named = ended && ended.targets.length > 0 ? ended.targets : targets;
  // Settings have the name of the verb that changes them.
  const others = named.filter(({ kind }) => kind !== 'setting');
  const what = `*${verb}*${others.length === 0 ? '' : ` ${targetsLine(others, width.names)}`}`;
  const came = ended ? OUTCOME_WORDS[ended.outcome] : 'began, and has no end: it runs, or was interrupted';
  const where = channelId === null ? '' : ` · ${channelId.startsWith('D') ? 'directly' : `in ${channel(channelId)}`}`;
  const status = ended?.status ? ` · service ${ended.status}` : '';
  const took = ended ? ` · ${Math.round(ended.ms)} ms` : '';
  const undone = undoneBy === null ? '' : ` · undone by ${person(undoneBy)}`;
  return [
    `${what} · ${came}${repeated(record)} · by ${person(userId)}${where} · ${day(at)}${undone}`,
    `${detail(record.ended, width)}ref ${ref}${status}${took}`,
  ].join('\n');
}

/** Repeated refusals are counted on the first entry. */
function repeated({ repeats }: HistoryEntry['record']): string {
  if (!repeats) return '';
  const { count, lastAt, same } = repeats;
  return same
    ? ` ${count + 1} times, last ${day(lastAt)}`
    : `, and ${count} other ${count === 1 ? 'attempt' : 'attempts'} until ${day(lastAt)}`;
}

/** An upload and the Ability created from it share one name. */
const targetsLine = (targets: readonly AuditTarget[], most: number) =>
  namesLine([...new Set(targets.map(({ id, kind, name }) => name ?? (id === null ? kind : `${kind} ${id}`)))], most);

function detail(ended: HistoryEntry['record']['ended'], { why, words }: typeof WIDE): string {
  if (!ended) return '';
  const { after, before } = ended;
  const isOfSettings = ended.targets.some(({ kind }) => kind === 'setting');
  const change = [before, after]
    .filter((part) => part !== null)
    .map((part) => (isOfSettings ? settingWords(part, words) : foreign(part, words)));
  const reason = ended.why === null ? [] : [withPeople(foreign(ended.why, why))];
  return [...(change.length === 0 ? [] : [change.join(' → ')]), ...reason].map((part) => `${part} · `).join('');
}

/** The bot's own reasons contain user IDs; mentions in the service's text stay inert. */
const withPeople = (text: string) =>
  text.replace(
    /^(cancelled|asked) by ([UW][A-Z0-9]+)\b/,
    (_all, what: string, id: string) => `${what} by ${person(id)}`,
  );

export const historyDrawings: Drawings<'history'> = { history: { view: historyMessage } };
