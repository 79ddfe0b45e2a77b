import type { UploadDocument } from '../../src/store/upload-record.ts';
import type { NewUpload } from '../../src/store/uploads.ts';

export const document: UploadDocument = {
  form: { name: 'Night Watch', category: 'skill', description: 'Watches at night.', triggerWords: ['night watch'] },
  zip: { id: 'F0000001', name: 'night-watch.zip' },
  icon: null,
  ref: 'U-1',
  place: null,
  plan: { kind: 'new' },
  wrap: false,
  seenSha256: null,
  contents: null,
  question: null,
  existingIds: null,
  sends: 0,
  sentAt: null,
  abilityId: null,
  kept: null,
  refusal: null,
  trouble: null,
  giveUpAt: 3_600_000,
  askUntil: null,
  end: null,
};

/** An upload whose submission key is its ID. */
export const newUpload = (id: string, changed: Partial<NewUpload & { tenantId: string }> = {}) => ({
  id,
  tenantId: 'T1',
  userId: 'U1',
  submissionKey: id,
  document,
  state: 'accepted' as const,
  ...changed,
});
