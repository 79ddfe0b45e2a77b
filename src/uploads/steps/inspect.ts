import { choosePlan } from '../choose-plan.ts';
import { inspectUpload } from '../inspect-upload.ts';
import type { Step } from '../upload-run.ts';

/** Looks into the zip, then decides with the lists of the account what is to become of it. */
export const inspect: Step = async ({ files, folder, record, signal, tools }) => {
  // Found in this state: the files were on a machine or in a folder that is gone.
  if (!files) return { state: 'fetching' };
  const { inspectMs, limits } = tools.settings;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(inspectMs)]);
  const contents = await inspectUpload(files.zip.path, record.zip, { folder, limits, signal: deadline });
  return choosePlan(record, contents, tools);
};
