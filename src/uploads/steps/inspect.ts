import { inspectPackage } from '../../ability-package/inspect-package.ts';
import { choosePlan } from '../choose-plan.ts';
import { describeContents } from '../describe-contents.ts';
import type { Step } from '../upload-run.ts';

/** Looks into the zip, then decides with the lists of the account what is to become of it. */
export const inspect: Step = async ({ files, record, signal, tools }) => {
  // Found in this state: the files were on a machine or in a folder that is gone.
  if (!files) return { state: 'fetching' };
  const { inspectMs, limits } = tools.settings;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(inspectMs)]);
  const contents = describeContents(await inspectPackage(files.zip.path, limits, deadline), record.zip);
  return choosePlan(record, contents, tools);
};
