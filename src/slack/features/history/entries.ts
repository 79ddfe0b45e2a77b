import { joinOr } from '../../../base/join-words.ts';
import type { HistoryEntry } from '../../../core/features/history.ts';
import {
  type AuditEnd,
  type AuditOutcome,
  type AuditRecord,
  type AuditTarget,
  isInterrupted,
  planIn,
} from '../../../store/audit-record.ts';
import { countOf, foreign, namesAnd, time } from '../../blocks/kit.ts';
import { channel, person } from '../../blocks/mentions.ts';
import type { Wording } from '../../feature.ts';
import { settingWords } from '../settings/settings.ts';

/** Maximum characters in an entry: for its names, for each of its values before and after, and for its reason. */
export interface Width {
  names: number;
  words: number;
  why: number;
}

/** Words, because color or an icon alone would not be accessible. */
export const OUTCOME_WORDS: Record<AuditOutcome, string> = {
  done: 'done',
  refused: 'refused',
  failed: 'failed',
  unchanged: 'no change',
  unconfirmed: 'not confirmed',
};

/** One line that starts with the time and the person. A second line has the values before and after, and details. */
export function entryLine(
  { record, undoneBy }: HistoryEntry,
  width: Width,
  { reader, withDetails, wording }: Shown,
): string {
  const at = record.repeats?.lastAt ?? record.at;
  const { actor, others } = peopleOf(record);
  const parts = [
    `${time(at)} · ${whoIs(actor, reader)} ${didWhat(record, width, wording)}`,
    ...others,
    undoneBy === null ? '' : `undone by ${undoneBy === reader ? 'you' : person(undoneBy)}`,
    howItEnded(record, width),
  ];
  const first = parts.filter((part) => part !== '').join(' · ');
  const second = [
    withDetails || wording.entry(record.verb).showsValues ? valuesOf(record.ended, width) : '',
    ...(withDetails ? detailsOf(record) : []),
  ].filter((part) => part !== '');
  return second.length === 0 ? first : `${first}\n${second.join(' · ')}`;
}

export interface Shown {
  /** The only person who sees it; null in a shared message. */
  reader: string | null;
  wording: Pick<Wording, 'entry' | 'undoEntry'>;
  withDetails: boolean;
}

/** Says “You” to the reader, because Slack would highlight the reader's own mention in each row. */
const whoIs = (userId: string, reader: string | null) => (userId === reader ? 'You' : person(userId));

/** The person who asked for or made the change, and the approver or requester. */
function peopleOf({ ended, userId, verb }: AuditRecord): { actor: string; others: string[] } {
  const askedBy = ended?.request?.askedBy ?? REQUESTED_BY.exec(ended?.why ?? '')?.[1];
  if (askedBy === undefined || askedBy === userId) return { actor: userId, others: [] };
  return verb === 'approve'
    ? { actor: askedBy, others: [`approved by ${person(userId)}`] }
    : { actor: userId, others: [`requested by ${person(askedBy)}`] };
}

/** Earlier versions stored the requester at the beginning of the reason. */
const REQUESTED_BY = /^requested by ([UW][A-Z0-9]+)(?:, |$)/;

const asksForApproval = ({ outcome, why }: AuditEnd) => outcome === 'unchanged' && why === 'waiting for approval';

/** True if the attempt had an effect or still may. Other attempts can be folded into one line. */
export const isDone = (record: AuditRecord): boolean => {
  const { ended } = record;
  return (
    ended === null ||
    ended.outcome === 'done' ||
    ended.outcome === 'unconfirmed' ||
    isInterrupted(record) ||
    isCancelledUpload(record) ||
    asksForApproval(ended)
  );
};

/** One line for several attempts that changed nothing, newest first. */
export function foldedLine(records: readonly AuditRecord[], reader: string | null): string {
  const count = records.reduce((sum, { repeats }) => sum + 1 + (repeats?.count ?? 0), 0);
  const outcomes = new Set(records.map(({ ended }) => ended?.outcome ?? 'unchanged'));
  const people = new Set(records.map(({ userId }) => userId));
  const [only = ''] = people;
  const [newest] = records;
  const by = people.size === 1 ? `${whoIs(only, reader)}: ` : '';
  return `${newest ? `${time(newest.at)} · ` : ''}${by}${attempts(count, outcomes)}`;
}

function attempts(count: number, outcomes: ReadonlySet<AuditOutcome>): string {
  const tried = outcomes.has('refused') || outcomes.has('failed');
  if (!tried) return `${countOf(count, 'attempt')} that changed nothing`;
  const kinds = [
    outcomes.has('refused') ? 'refused' : '',
    outcomes.has('failed') ? 'failed' : '',
    outcomes.has('unchanged') ? 'no-change' : '',
  ].filter((kind) => kind !== '');
  return `${count} ${joinOr(kinds)} attempt${count === 1 ? '' : 's'}`;
}

/** Worded to follow the person's name: `disabled *News*`, `tried to delete *News*`. */
function didWhat(record: AuditRecord, { names }: Width, wording: Shown['wording']): string {
  const { ended, repeats, targets, verb } = record;
  const named = namesOf(ended && ended.targets.length > 0 ? ended.targets : targets, names);
  const made = verb === 'approve' && ended?.request ? ended.request.verb : verb;
  const text = wording.entry(made);
  if (ended?.outcome === 'done')
    return text.done?.(named, ended, wording) ?? `used *${made}*${named === '' ? '' : ` on ${named}`}`;
  const attempt = named === '' ? (text.attemptAlone ?? `use *${made}*`) : (text.attempt?.(named) ?? `${made} ${named}`);
  // Worded to remain true after the decision or the expiry.
  if (ended && asksForApproval(ended)) return `asked for approval to ${attempt}`;
  if (isCancelledUpload(record)) return `canceled the upload of ${named}`;
  const times = repeats?.same ? ` ${repeats.count + 1} times` : '';
  const others = repeats && !repeats.same ? ` and made ${countOf(repeats.count, 'other attempt')}` : '';
  return `${ended ? 'tried' : 'started'}${times} to ${attempt}${others}`;
}

/** Empty if {@link didWhat} says it all. */
function howItEnded(record: AuditRecord, width: Width): string {
  const { ended } = record;
  if (!ended) return 'not finished';
  if (isInterrupted(record)) return 'interrupted';
  const reason = reasonOf(ended, width);
  if (isCancelledUpload(record)) return '';
  if (ended.outcome === 'done' || asksForApproval(ended)) return reason;
  const how = NEEDS_ROLE.test(ended.why ?? '') ? 'denied' : ENDS[ended.outcome];
  return reason === '' ? how : `${how}: ${reason}`;
}

const NEEDS_ROLE = /^needs the role /;

const isCancelledUpload = ({ ended, userId }: AuditRecord): boolean =>
  ended?.outcome === 'unchanged' && ended.why === `cancelled by ${userId}`;

const ENDS: Record<Exclude<AuditOutcome, 'done'>, string> = {
  refused: 'refused',
  failed: 'failed',
  unchanged: 'no change',
  unconfirmed: 'not confirmed',
};

/** True for a person's decision about their own upload if `others` contains the upload's entry with the result. */
export const isSaidByItsUpload = ({ ended, userId }: AuditRecord, others: readonly AuditRecord[]): boolean =>
  ended?.after?.startsWith('decided: ') === true &&
  others.some(
    (other) => other.userId === userId && ended.targets.some(({ id, kind }) => kind === 'upload' && id === other.id),
  );

/** `after` of a request to switch many Abilities. They are switched later, and another entry has the result. */
const STARTED = /^\d+ to (?:dis|en)able \(([0-9a-f]{16})\)$/;

/** True for a request to start or end quiet if `others` contains the entry with its result. */
export function isSaidByItsQuiet(record: AuditRecord, others: readonly AuditRecord[]): boolean {
  const id = STARTED.exec(record.ended?.after ?? '')?.[1];
  return (
    id !== undefined && others.some((other) => other !== record && other.verb === record.verb && planIn(other) === id)
  );
}

const STATES: readonly (string | null)[] = ['enabled', 'disabled'];

function valuesOf(ended: AuditRecord['ended'], { words }: Width): string {
  if (ended?.outcome !== 'done') return '';
  const { after, before, plan, targets } = ended;
  // The first line already says it.
  if (STATES.includes(after) || plan || targets.some(({ kind }) => kind === 'upload')) return '';
  const isOfSettings = targets.some(({ kind }) => kind === 'setting');
  return [before, after]
    .filter((part) => part !== null)
    .map((part) => (isOfSettings ? settingWords(part, words) : foreign(part === '' ? 'none' : part, words)))
    .join(' → ');
}

function detailsOf(record: AuditRecord): string[] {
  const { channelId, ended, ref } = record;
  const plan = planIn(record);
  const where = channelId === null ? '' : channelId.startsWith('D') ? 'direct message' : `in ${channel(channelId)}`;
  return [
    where,
    plan === null ? '' : `plan ${plan}`,
    `ref ${ref}`,
    ended?.status ? `HTTP ${ended.status}` : '',
    ended ? `${Math.round(ended.ms)} ms` : '',
  ];
}

/**
 * Names each target once, because an upload and its Ability share a name. Omits settings, which the verb implies, and
 * the Abilities of a changed Agent, which the values list.
 */
function namesOf(targets: readonly AuditTarget[], max: number): string {
  const isOfAgent = targets.some(({ kind }) => kind === 'agent');
  const known = targets.filter(({ kind }) => (isOfAgent ? kind === 'agent' : kind !== 'setting' && kind !== 'account'));
  return known.length === 0 ? '' : namesAnd([...new Set(known.map(({ kind, name }) => name ?? kind))], max);
}

function reasonOf(ended: AuditEnd, width: Width): string {
  if (ended.outcome === 'unconfirmed' && ended.found !== null) return foreign(ended.found, width.why);
  if (ended.why === null || asksForApproval(ended)) return '';
  const reason = ended.why
    .replace(/^waits for approval [0-9a-f]+$/, 'approval requested')
    .replace(/^already waiting for approval$/, 'approval already requested')
    .replace(REQUESTED_BY, '')
    .replace(/^needs the role (\w+)$/, 'needs the $1 role')
    .replace(/^unavailable\b/, 'service unavailable')
    .replace(/, effect unknown$/, ', result unknown');
  return withPeople(foreign(reason, width.why));
}

/** Turns user IDs in the bot's own reasons into mentions. Mentions in the service's text stay escaped. */
const withPeople = (text: string) =>
  text.replace(
    /^(cancelled|asked) by ([UW][A-Z0-9]+)\b/,
    // Stored reasons say “cancelled”.
    (_all, what: string, id: string) => `${what === 'cancelled' ? 'canceled' : what} by ${person(id)}`,
  );
