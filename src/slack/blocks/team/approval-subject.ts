import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import { countAbilities } from '../abilities/count-abilities.ts';
import { bold, day, namesLine, time } from '../text.ts';

/** Names are cut, so that fifty lines of them fit into a message. */
const MAX_NAME = 60;
/** Of several in one line: a list of requests has to fit into a message. */
const MAX_NAMES = 250;
const HALF_A_DAY_MS = 12 * 60 * 60_000;

type Ability = Extract<ApprovalSubject, { kind: 'delete' }>['abilities'][number];

/** What is to be done, after "asks to": in one line, with one Ability in full and of several the names that fit. */
export function subjectLine(what: ApprovalSubject): string {
  if (what.kind === 'replace') {
    const old = what.abilityId === null ? '' : ` (ID ${what.abilityId}, enabled)`;
    return `replace ${bold(what.name, MAX_NAME)}${old} by an upload`;
  }
  const [first] = what.abilities;
  if (first && what.abilities.length === 1) return `delete ${abilityLine(first)}`;
  const names = namesLine(
    what.abilities.map(({ name }) => name),
    MAX_NAMES,
  );
  return `delete ${countAbilities(what.abilities.length)} (${names})`;
}

/** The same where the details stand below. */
export const subjectHead = (what: ApprovalSubject): string =>
  what.kind === 'delete' && what.abilities.length > 1
    ? `delete ${countAbilities(what.abilities.length)}`
    : subjectLine(what);

/** Each of several; none where the line says it all. */
export const subjectDetails = (what: ApprovalSubject): string[] =>
  what.kind === 'delete' && what.abilities.length > 1 ? what.abilities.map((one) => `• ${abilityLine(one)}`) : [];

const abilityLine = ({ enabled, id, name }: Ability) =>
  `${bold(name, MAX_NAME)} (ID ${id}${enabled === undefined ? '' : enabled ? ', enabled' : ', not enabled'})`;

/** The moment from which nobody can decide it any more; with its day where that may be another one. */
export const untilOf = ({ askedAt, expiresAt }: ApprovalRecord): string =>
  expiresAt.getTime() - askedAt.getTime() < HALF_A_DAY_MS ? time(expiresAt) : day(expiresAt);
