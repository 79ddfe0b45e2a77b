import { AbilityId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import type { ApprovedOutcome } from '../../src/core/features/approvals/approvals.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { sentenceModal } from '../../src/slack/blocks/modals.ts';
import { uploadWaitsSentence } from '../../src/slack/features/approvals/approvals.ts';
import { approvalQuestion } from '../../src/slack/features/approvals/ask.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../src/store/approval-record.ts';
import { actorAs } from '../core/actors.ts';
import { ERRORS } from './error-cases.ts';
import type { Cases } from './name-cases.ts';
import { TAKEN } from './sample-uploads.ts';
import { AT, CHANGE_ID, RADIO, WEATHER } from './sample-values.ts';

const HOUR = 60 * 60_000;

const one: ApprovalSubject = { kind: 'delete', abilities: [{ id: WEATHER.id, name: 'Weather', enabled: true }] };
const several: ApprovalSubject = {
  kind: 'delete',
  abilities: [
    { id: WEATHER.id, name: 'Weather', enabled: true },
    { id: RADIO.id, name: 'Radio', enabled: false },
  ],
};
const fifty: ApprovalSubject = {
  kind: 'delete',
  abilities: Array.from({ length: 50 }, (_, index) => ({
    id: AbilityId.parse(6001 + index),
    name: `Ability with a rather long name, number ${index}`,
    enabled: true,
  })),
};
const replacement: ApprovalSubject = {
  kind: 'replace',
  uploadId: CHANGE_ID,
  abilityId: WEATHER.id,
  name: 'Weather',
  wrap: false,
};

const replacedCode: ApprovalSubject = { ...replacement, digest: 'made-up', code: TAKEN.code };

const words = ['made-up'];
const disabling: ApprovalSubject = {
  kind: 'disable',
  rows: [{ id: InstalledAbilityId.parse(90_002), name: 'Radio', words }],
};
const disablingBoth: ApprovalSubject = {
  kind: 'disable',
  rows: [...disabling.rows, { id: InstalledAbilityId.parse(90_001), name: 'Weather', words }],
};

const update: ApprovalSubject = {
  kind: 'update',
  uploadId: CHANGE_ID,
  abilityId: WEATHER.id,
  name: 'Weather',
  digest: 'made-up',
  code: TAKEN.code,
};
const release: ApprovalSubject = {
  kind: 'release',
  abilityId: WEATHER.id,
  name: 'Weather',
  releaseId: ReleaseId.parse(77),
  version: '3',
};

const approvalOf = (what: ApprovalSubject, more: Partial<ApprovalRecord> = {}): ApprovalRecord => ({
  id: CHANGE_ID,
  askedBy: 'U0BEN',
  askedAt: AT,
  expiresAt: new Date(AT.getTime() + HOUR),
  state: 'waiting',
  decidedBy: null,
  carriedIn: null,
  requestId: null,
  what,
  place: null,
  ...more,
});
const approved = (
  of: ApprovedOutcome,
  what: ApprovalSubject = one,
  waitsAgain = false,
): Outcome & { kind: 'approved' } => ({
  kind: 'approved',
  approval: approvalOf(what, { state: 'approved', decidedBy: 'U0ANA' }),
  of,
  waitsAgain,
});
const { id, name } = WEATHER;

/** Outcomes where a second admin is needed. '' is the only case of its kind. */
export const APPROVAL_OUTCOMES = {
  'approval-asked': {
    here: {
      kind: 'approval-asked',
      approval: approvalOf(one, { askedBy: 'U0ANA' }),
      announcedIn: { channel: 'C0OPS', isConfirmed: true },
    },
    unconfirmed: {
      kind: 'approval-asked',
      approval: approvalOf(one, { askedBy: 'U0ANA' }),
      announcedIn: { channel: 'C0OPS', isConfirmed: false },
    },
    directly: {
      kind: 'approval-asked',
      approval: approvalOf(one, { askedBy: 'U0ANA' }),
      announcedIn: { channel: null, isConfirmed: true, approvers: { users: ['U0BEN', 'U0CLEO'], groups: [] } },
    },
    nowhere: { kind: 'approval-asked', approval: approvalOf(several, { askedBy: 'U0ANA' }), announcedIn: null },
    alone: {
      kind: 'approval-asked',
      approval: approvalOf(one, { askedBy: 'U0ANA' }),
      announcedIn: { channel: 'C0OPS', isConfirmed: true },
      hasNoApprover: true,
    },
    'alone-nowhere': {
      kind: 'approval-asked',
      approval: approvalOf(one, { askedBy: 'U0ANA' }),
      announcedIn: null,
      hasNoApprover: true,
    },
    replace: {
      kind: 'approval-asked',
      approval: approvalOf(replacement, { askedBy: 'U0ANA' }),
      announcedIn: { channel: 'C0OPS', isConfirmed: true },
    },
    disable: {
      kind: 'approval-asked',
      approval: approvalOf(disablingBoth, { askedBy: 'U0ANA' }),
      announcedIn: { channel: 'C0OPS', isConfirmed: true },
      others: {
        kind: 'toggled-several',
        enabled: false,
        results: [{ kind: 'unchanged', id: InstalledAbilityId.parse(90_002), name: 'Night Watch' }],
      },
    },
    'disable-already': { kind: 'approval-asked', approval: approvalOf(disabling), announcedIn: null, isEarlier: true },
  },
  approvals: {
    code: { kind: 'approvals', waiting: [approvalOf(update), approvalOf(release)] },
    disable: { kind: 'approvals', waiting: [approvalOf(disabling), approvalOf(disablingBoth, { askedBy: 'U0ANA' })] },
    none: { kind: 'approvals', waiting: [] },
    several: {
      kind: 'approvals',
      waiting: [
        approvalOf(one),
        approvalOf(several, { askedBy: 'U0ANA', expiresAt: new Date(AT.getTime() + 48 * HOUR) }),
        approvalOf(replacement),
      ],
    },
    'being-carried-out': {
      kind: 'approvals',
      waiting: [approvalOf(one, { state: 'in-progress', decidedBy: 'U0CLEO' })],
    },
    many: { kind: 'approvals', waiting: Array<ApprovalRecord>(9).fill(approvalOf(fifty)) },
  },
  'approval-changes': {
    '': { kind: 'approval-changes', approval: approvalOf(update) },
    decided: {
      kind: 'approval-changes',
      approval: approvalOf(update, { state: 'declined', decidedBy: 'U0CLEO' }),
    },
    none: { kind: 'approval-changes', approval: approvalOf(one) },
  },
  approved: {
    deleted: approved({ kind: 'deleted', id, name }),
    several: approved(
      {
        kind: 'deleted-several',
        results: [
          { id, name, fate: 'deleted' },
          { id: RADIO.id, name: null, fate: 'gone-already' },
        ],
      },
      several,
    ),
    updating: approved({ kind: 'updating', uploadId: CHANGE_ID, name }, update),
    replacing: approved({ kind: 'replacing', uploadId: CHANGE_ID, name }, replacement),
    disabled: approved(
      { kind: 'toggled', triggerWords: 'kept', id: InstalledAbilityId.parse(90_002), name: 'Radio', enabled: false },
      disabling,
    ),
    'already-disabled': approved(
      { kind: 'unchanged', id: InstalledAbilityId.parse(90_002), name: 'Radio', enabled: false },
      disabling,
    ),
    'gone-already': approved({ kind: 'gone-already', id }),
    'upload-past': approved({ kind: 'upload-past', uploadId: CHANGE_ID, name }, replacement),
    'maybe-deleted': approved({ kind: 'maybe-deleted', id, name }),
    'waits-again': approved({ kind: 'trouble', error: ERRORS.unavailable.timeout, effect: 'none' }, one, true),
  },
  declined: {
    '': { kind: 'declined', approval: approvalOf(one, { state: 'declined', decidedBy: 'U0ANA' }) },
    withdrawn: {
      kind: 'declined',
      approval: approvalOf(several, { askedBy: 'U0ANA', state: 'declined', decidedBy: 'U0ANA' }),
    },
  },
  'approval-over': {
    expired: { kind: 'approval-over', approval: approvalOf(one) },
    approved: { kind: 'approval-over', approval: approvalOf(one, { state: 'approved', decidedBy: 'U0CLEO' }) },
    'being-carried-out': {
      kind: 'approval-over',
      approval: approvalOf(one, { state: 'in-progress', decidedBy: 'U0CLEO' }),
    },
    declined: { kind: 'approval-over', approval: approvalOf(replacement, { state: 'declined', decidedBy: 'U0CLEO' }) },
    withdrawn: { kind: 'approval-over', approval: approvalOf(one, { state: 'declined', decidedBy: 'U0BEN' }) },
    own: {
      kind: 'approval-over',
      approval: approvalOf(one, { askedBy: 'U0ANA', state: 'approved', decidedBy: 'U0CLEO' }),
    },
  },
  replacing: { '': { kind: 'replacing', uploadId: CHANGE_ID, name } },
  updating: { '': { kind: 'updating', uploadId: CHANGE_ID, name } },
  'upload-past': { '': { kind: 'upload-past', uploadId: CHANGE_ID, name } },
  'upload-waits': { '': { kind: 'upload-waits', approval: approvalOf(replacement) } },
  'upload-state-unread': { '': { kind: 'upload-state-unread', uploadId: CHANGE_ID, name } },
} satisfies { [K in ApprovalKind]: Record<string, Outcome & { kind: K }> };

type ApprovalKind =
  | 'approval-asked'
  | 'approvals'
  | 'approval-changes'
  | 'approved'
  | 'declined'
  | 'approval-over'
  | 'replacing'
  | 'updating'
  | 'upload-past'
  | 'upload-state-unread'
  | 'upload-waits';

/** `approval-question` is about a deletion. */
type QuestionCase = 'approval-question' | `approval-question-${Exclude<ApprovalSubject['kind'], 'delete'>}`;

/** The requests to other admins, one for each kind of subject, and what replaces a form. */
export const APPROVAL_MESSAGES = {
  'approval-question': approvalQuestion(approvalOf(one)),
  'approval-question-mentions': approvalQuestion(approvalOf(one), { users: ['U0ANA'], groups: ['S0TEAM'] }),
  'approval-question-several': approvalQuestion(approvalOf(several)),
  'approval-question-fifty': approvalQuestion(approvalOf(fifty)),
  'approval-question-update': approvalQuestion(approvalOf(update)),
  'approval-question-release': approvalQuestion(approvalOf(release)),
  'approval-question-disable': approvalQuestion(approvalOf(disabling)),
  'approval-question-disable-several': approvalQuestion(approvalOf(disablingBoth)),
  'approval-question-replace': approvalQuestion(approvalOf(replacement)),
  'approval-question-replace-code': approvalQuestion(approvalOf(replacedCode)),
  'modal-replacement-waits': {
    surface: 'modal',
    view: sentenceModal(
      'Replace an Ability',
      uploadWaitsSentence(approvalOf(replacement), { isNew: true }, actorAs('U0ANA')),
    ),
  },
  'modal-replacement-waits-already': {
    surface: 'modal',
    view: sentenceModal(
      'Replace an Ability',
      uploadWaitsSentence(approvalOf(replacement), { isNew: false }, actorAs('U0ANA')),
    ),
  },
} satisfies Cases & Record<QuestionCase, Cases[string]>;
