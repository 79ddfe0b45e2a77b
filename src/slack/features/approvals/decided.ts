import type { ApprovalRecord } from '../../../store/approval-record.ts';
import { person } from '../../blocks/mentions.ts';
import { subjectLine } from './subject.ts';

/** Null while the request is pending or being carried out. */
export function decisionOf({ askedBy, decidedBy, expiresAt, state }: ApprovalRecord, at: Date): string | null {
  if (state === 'waiting') return expiresAt > at ? null : 'Expired';
  if (state === 'in-progress') return null;
  if (state === 'approved') return 'Approved';
  return decidedBy === askedBy ? 'Withdrawn' : 'Declined';
}

export function decidedLine({ askedBy, decidedBy, what }: ApprovalRecord, decided: string): string {
  const by = decidedBy === null || decidedBy === askedBy ? '' : ` by ${person(decidedBy)}`;
  return `*${decided}*${by}: ${person(askedBy)} asked to ${subjectLine(what)}.`;
}
