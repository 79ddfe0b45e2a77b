import { AbilityId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import type { ByTag } from '../../src/base/by-tag.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../src/store/approval-record.ts';
import { hostileCode } from './hostile-uploads.ts';
import { AT, CHANGE_ID } from './sample-values.ts';

const id = AbilityId.parse(999_999_999_000_000);

type Subjects = { [K in ApprovalSubject['kind']]: ByTag<ApprovalSubject, 'kind', K>[] };

function approvalsOf(text: string): ApprovalRecord[] {
  const ability = { id, name: text, enabled: true };
  const row = { id: InstalledAbilityId.parse(999_999_999_000_001), name: text, words: [text] };
  const ofUpload = { uploadId: CHANGE_ID, abilityId: id, name: text };
  const subjects: Subjects = {
    delete: [
      { kind: 'delete', abilities: [ability] },
      { kind: 'delete', abilities: Array(50).fill(ability) },
    ],
    replace: [{ kind: 'replace', ...ofUpload, wrap: true }],
    update: [{ kind: 'update', ...ofUpload, digest: text, code: hostileCode(text) }],
    disable: [
      { kind: 'disable', rows: [row] },
      { kind: 'disable', rows: Array(50).fill(row) },
    ],
    release: [
      { kind: 'release', abilityId: id, name: text, releaseId: ReleaseId.parse(999_999_999_000_002), version: text },
    ],
  };
  const times = { askedAt: AT, expiresAt: new Date(AT.getTime() + 7 * 24 * 60 * 60_000) };
  return Object.values(subjects)
    .flat()
    .map((what) => ({
      ...times,
      id: CHANGE_ID,
      askedBy: 'U0BEN',
      state: 'waiting',
      decidedBy: null,
      carriedIn: null,
      requestId: null,
      what,
      place: null,
    }));
}

/** More than are shown, each of maximum length. */
export const waitingOf = (text: string): ApprovalRecord[] => Array(7).fill(approvalsOf(text)).flat();

/** All outcomes about approvals, with `text` in each of their texts. */
export const hostileApprovals = (text: string): Outcome[] =>
  approvalsOf(text).flatMap((approval): Outcome[] => [
    { kind: 'approval-asked', approval, announcedIn: { channel: 'C0OPS', isConfirmed: true } },
    { kind: 'approval-changes', approval },
    { kind: 'approval-over', approval },
    { kind: 'declined', approval },
    { kind: 'approved', approval, of: { kind: 'deleted', id, name: text }, waitsAgain: false },
    { kind: 'approved', approval, of: { kind: 'still-there', id, name: text }, waitsAgain: true },
    { kind: 'approved', approval, of: { kind: 'upload-past', uploadId: CHANGE_ID, name: text }, waitsAgain: false },
    ...[false, true].map(
      (waitsAgain): Outcome => ({
        kind: 'approved',
        approval,
        waitsAgain,
        of: { kind: 'deleted-several', results: Array(50).fill({ id, name: text, fate: 'still-there' }) },
      }),
    ),
  ]);
