import type { UploadChoice } from '../../src/core/features/upload/choose.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { asking, TAKEN, upload } from './sample-uploads.ts';
import { clashesWith, ZIP } from './sample-values.ts';

const record = asking({ kind: 'name-taken', by: TAKEN });
const { id: uploadId } = record;
const { name } = record.form;
const decided = (decide: UploadChoice) => ({ kind: 'upload-decided', decide, uploadId, name }) as const;
const past = upload({ state: 'sending' });

/** What comes of the buttons of uploads and offers. */
export const UPLOAD_OUTCOMES = {
  'upload-decided': { cancelled: decided('cancel'), sent: decided('send') },
  'upload-past-choice': { '': { kind: 'upload-past-choice', record: past, uploadId, name } },
  'upload-unknown': { '': { kind: 'upload-unknown', uploadId, name: null } },
  'upload-details': { '': { kind: 'upload-details', record } },
  'changes-sent': { '': { kind: 'changes-sent', record } },
  'upload-change-form': {
    '': { kind: 'upload-change-form', record, clashes: clashesWith('Radio', 'is it raining') },
  },
  'upload-update-form': { '': { kind: 'upload-update-form', record, by: TAKEN } },
  'upload-replace-form': { '': { kind: 'upload-replace-form', record, by: TAKEN } },
  'offer-dismissed': {
    '': { kind: 'offer-dismissed', file: ZIP, place: { channel: 'C0OPS', ts: '1741097000.000200' } },
  },
  'offer-in-use': { '': { kind: 'offer-in-use', file: ZIP } },
  'update-started': { '': { kind: 'update-started', uploadId, name } },
  'update-gone': { '': { kind: 'update-gone', name } },
} satisfies Partial<{ [K in Outcome['kind']]: Record<string, Outcome & { kind: K }> }>;
