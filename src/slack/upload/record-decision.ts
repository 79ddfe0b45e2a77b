import type { AttemptResult } from '../../core/attempt-of.ts';
import type { AttemptTarget } from '../../store/attempt-record.ts';
import type { UploadRecord } from '../../store/upload-record.ts';
import type { UploadChoice } from '../button-value.ts';
import type { Wish } from '../corridor/record-attempt.ts';

/** What somebody decides about an upload, as it is written down. Replacing deletes, and has a role of its own. */
export const wishAbout = (
  { form, id }: Pick<UploadRecord, 'form' | 'id'>,
  decide: UploadChoice['decide'],
  { asked, origin }: Pick<Wish, 'asked' | 'origin'>,
): Wish => ({
  ...{ asked, origin },
  verb: decide === 'replace' ? 'replace' : 'upload',
  line: decide,
  targets: [{ kind: 'upload', id, name: form.name }],
});

/** Whether the upload took the decision. What becomes of it is written down at its end. */
export const decisionResult = (
  isTaken: boolean,
  decide: UploadChoice['decide'],
  targets: readonly AttemptTarget[],
): AttemptResult => ({
  ...{ targets: [...targets], before: null, after: isTaken ? `decided: ${decide}` : null },
  outcome: isTaken ? 'done' : 'unchanged',
  why: isTaken ? null : 'it was past that',
});
