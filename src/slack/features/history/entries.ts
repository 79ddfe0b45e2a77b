import type { HistoryEntry } from '../../../core/features/history.ts';
import { type AuditOutcome, type AuditRecord, type AuditTarget, isInterrupted } from '../../../store/audit-record.ts';
import { capital, countOf, foreign, namesLine, time } from '../../blocks/kit.ts';
import { channel, person } from '../../blocks/mentions.ts';
import { settingWords } from '../settings/settings.ts';

/** Maximum characters per entry: of its names, its values before and after, and its reason. */
export interface Width {
  names: number;
  words: number;
  why: number;
}

type Ended = NonNullable<AuditRecord['ended']>;

/** As words: color or an icon alone would not be accessible. */
export const OUTCOME_WORDS: Record<AuditOutcome, string> = {
  done: 'done',
  refused: 'refused',
  failed: 'failed',
  unchanged: 'no change',
  unconfirmed: 'not confirmed',
};

/** One attempt on one line; its values before and after, and its details, on a second. */
export function entryLine({ record, undoneBy }: HistoryEntry, width: Width, withDetails: boolean): string {
  const undone = undoneBy === null ? '' : ` · undone by ${person(undoneBy)}`;
  const why = isInterrupted(record) ? '' : reasonOf(record.ended, width);
  const at = record.repeats?.lastAt ?? record.at;
  const first = `${whatOf(record, width)}${byWhom(record)} · ${time(at)}${undone}${why}`;
  const second = [
    withDetails || SHOWS_VALUES.has(record.verb) ? valuesOf(record.ended, width) : '',
    ...(withDetails ? detailsOf(record) : []),
  ].filter((part) => part !== '');
  return second.length === 0 ? first : `${first}\n${second.join(' · ')}`;
}

/** Of an approved request: who asked, and who approved. */
function byWhom({ ended, userId, verb }: AuditRecord): string {
  const askedBy = ended?.request?.askedBy ?? REQUESTED_BY.exec(ended?.why ?? '')?.[1];
  if (askedBy === undefined || askedBy === userId) return ` by ${person(userId)}`;
  return verb === 'approve'
    ? ` · requested by ${person(askedBy)}, approved by ${person(userId)}`
    : ` by ${person(userId)}, requested by ${person(askedBy)}`;
}

/** How earlier versions wrote who asked: at the beginning of the reason. */
const REQUESTED_BY = /^requested by ([UW][A-Z0-9]+)(?:, |$)/;

const asksForApproval = ({ outcome, why }: Ended) => outcome === 'unchanged' && why === 'waiting for approval';

/** Whether it did something, or still may. Others can be folded into one line. */
export const isDone = (record: AuditRecord): boolean => {
  const { ended } = record;
  return (
    ended === null ||
    ended.outcome === 'done' ||
    ended.outcome === 'unconfirmed' ||
    isInterrupted(record) ||
    asksForApproval(ended)
  );
};

/** Several attempts that did nothing, newest first. */
export function foldedLine(records: readonly AuditRecord[]): string {
  const count = records.reduce((sum, { repeats }) => sum + 1 + (repeats?.count ?? 0), 0);
  const outcomes = new Set(records.map(({ ended }) => ended?.outcome ?? 'unchanged'));
  const people = new Set(records.map(({ userId }) => userId));
  const [only = ''] = people;
  const [newest] = records;
  const by = people.size === 1 ? ` by ${person(only)}` : '';
  return `${attempts(count, outcomes)}${by}${newest ? ` · ${time(newest.at)}` : ''}`;
}

function attempts(count: number, outcomes: ReadonlySet<AuditOutcome>): string {
  const tried = outcomes.has('refused') || outcomes.has('failed');
  if (!tried) return `${countOf(count, 'attempt')} that changed nothing`;
  const kinds = [
    outcomes.has('refused') ? 'refused' : '',
    outcomes.has('failed') ? 'failed' : '',
    outcomes.has('unchanged') ? 'redundant' : '',
  ].filter((kind) => kind !== '');
  const listed = [kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter((kind) => kind !== '').join(' or ');
  return `${count} ${listed} attempt${count === 1 ? '' : 's'}`;
}

function whatOf(record: AuditRecord, { names }: Width): string {
  const { ended, repeats, targets, verb } = record;
  const named = namesOf(ended && ended.targets.length > 0 ? ended.targets : targets, names);
  const made = verb === 'approve' && ended?.request ? ended.request.verb : verb;
  if (ended?.outcome === 'done') return (DONE[made] ?? other(made))(named, ended);
  const tried = named === '' ? made : `${made} ${named}`;
  // True after the decision too, and after the expiry.
  if (ended && asksForApproval(ended)) return `Approval requested: ${tried}`;
  const times = repeats?.same ? ` ${repeats.count + 1} times` : '';
  const others = repeats && !repeats.same ? ` and ${countOf(repeats.count, 'other attempt')}` : '';
  const lead = isInterrupted(record) ? 'Interrupted' : ended ? LEADS[ended.outcome] : 'Not finished';
  return `${lead}${times}: ${tried}${others}`;
}

const LEADS: Record<Exclude<AuditOutcome, 'done'>, string> = {
  refused: 'Refused',
  failed: 'Failed',
  unchanged: 'No change',
  unconfirmed: 'Not confirmed',
};

type Wording = (names: string, ended: Ended) => string;

const DONE: Record<string, Wording> = {
  enable: (names) => `${names} enabled`,
  disable: (names) => `${names} disabled`,
  delete: (names) => `${names} deleted`,
  triggers: (names) => `Trigger words of ${names} changed`,
  assign: (names) => `${names}'s Abilities changed`,
  unassign: (names) => `All Abilities removed from ${names}`,
  repair: (names) => `${names} repaired`,
  undo: undoneWords,
  upload: uploadedWords,
  replace: (names) => `Replacement of ${names} decided`,
  update: (names) => `Update of ${names} decided`,
  release: (names, { after }) => `${capital(after ?? 'release enabled')}: ${names}`,
  approve: (names) => `Request for ${names} approved`,
  decline: (names, { after }) => `Request for ${names} ${after === 'withdrawn' ? 'withdrawn' : 'declined'}`,
  settings: () => 'Settings changed',
  connect: (_names, { before }) => (before === 'not connected' ? 'Account connected' : 'API key replaced'),
  disconnect: () => 'Account disconnected',
  export: () => 'Account exported',
};

const other =
  (verb: string): Wording =>
  (names) =>
    names === '' ? `*${verb}*` : `*${verb}* ${names}`;

function undoneWords(names: string, { after, targets }: Ended): string {
  if (targets.some(({ kind }) => kind === 'agent')) return `${names}'s previous Abilities restored`;
  if (after === 'enabled' || after === 'disabled') return `${names} ${after} again`;
  return `Previous trigger words of ${names} restored`;
}

/** The code after an update. Earlier versions wrote `updated`, or an ID: `ID 6013 with new code`. */
const UPDATED = /^(?:updated|new code|code [0-9a-f]+)$|with new code$/;

/** A decision is not the end of the upload. Earlier versions wrote IDs: `ID 6013`. */
function uploadedWords(names: string, { after, before }: Ended): string {
  if (after === 'decided: cancel') return `Upload of ${names} cancelled`;
  if (after?.startsWith('decided: ')) return `Upload of ${names} confirmed`;
  if (after !== null && UPDATED.test(after)) return `${names} updated`;
  return before === null || before === 'not there' ? `${names} uploaded` : `${names} replaced`;
}

/** Changes whose values say more than the verb. */
const SHOWS_VALUES: ReadonlySet<string> = new Set(['triggers', 'assign', 'unassign', 'undo', 'settings']);

const STATES: readonly (string | null)[] = ['enabled', 'disabled'];

function valuesOf(ended: AuditRecord['ended'], { words }: Width): string {
  if (ended?.outcome !== 'done') return '';
  const { after, before, targets } = ended;
  // The line above says it.
  if (STATES.includes(after) || targets.some(({ kind }) => kind === 'upload')) return '';
  const isOfSettings = targets.some(({ kind }) => kind === 'setting');
  return [before, after]
    .filter((part) => part !== null)
    .map((part) => (isOfSettings ? settingWords(part, words) : foreign(part === '' ? 'none' : part, words)))
    .join(' → ');
}

function detailsOf({ channelId, ended, ref }: AuditRecord): string[] {
  const where = channelId === null ? '' : channelId.startsWith('D') ? 'direct message' : `in ${channel(channelId)}`;
  return [where, `ref ${ref}`, ended?.status ? `HTTP ${ended.status}` : '', ended ? `${Math.round(ended.ms)} ms` : ''];
}

/**
 * An upload and the Ability created from it share one name. Settings have the name of the verb that changes them. The
 * Abilities that an Agent got or lost are in its list.
 */
function namesOf(targets: readonly AuditTarget[], most: number): string {
  const isOfAgent = targets.some(({ kind }) => kind === 'agent');
  const known = targets.filter(({ kind }) => (isOfAgent ? kind === 'agent' : kind !== 'setting' && kind !== 'account'));
  return known.length === 0 ? '' : namesLine([...new Set(known.map(({ kind, name }) => name ?? kind))], most);
}

function reasonOf(ended: AuditRecord['ended'], width: Width): string {
  if (ended?.outcome === 'unconfirmed' && ended.found !== null) return ` · ${foreign(ended.found, width.why)}`;
  if (!ended || ended.why === null || asksForApproval(ended)) return '';
  const reason = ended.why
    .replace(/^waits for approval [0-9a-f]+$/, 'waiting for approval')
    .replace(REQUESTED_BY, '')
    .replace(/^needs the role (\w+)$/, 'needs the $1 role')
    .replace(/^unavailable\b/, 'service unavailable')
    .replace(/, effect unknown$/, ', result unknown');
  return reason === '' ? '' : ` · ${withPeople(foreign(reason, width.why))}`;
}

/** The bot's own reasons contain user IDs; mentions in the service's text stay inert. */
const withPeople = (text: string) =>
  text.replace(
    /^(cancelled|asked) by ([UW][A-Z0-9]+)\b/,
    (_all, what: string, id: string) => `${what} by ${person(id)}`,
  );
