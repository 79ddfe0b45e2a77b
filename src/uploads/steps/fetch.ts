import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PackageProblemError } from '@abilities-bot/ability-zip';
import { withDeadline } from '../../base/timeout.ts';
import { compareCode, keepCode, keepState } from '../compare-code.ts';
import { choosePlan } from '../decide.ts';
import { keepNewCode } from '../keep-versions.ts';
import { detectImageType, inspectUpload } from '../packages.ts';
import type { Step, UploadFiles, UploadRun } from '../ports.ts';

export const fetchFiles: Step = async (run) => {
  await ensureFiles(run);
  return { state: 'inspecting' };
};

/**
 * The local files of the upload: from this run, else from the stored copy, else from Slack.
 * @throws PackageProblemError if the zip differs from the inspected one.
 */
export async function ensureFiles(run: UploadRun): Promise<UploadFiles> {
  if (run.files) return run.files;
  const { folder, record, signal, tools } = run;
  const files = (await takeKeptFiles(run)) ?? (await fetchFromSlack(run));
  signal.throwIfAborted();
  const { contents } = record;
  if (contents && contents.sha256 !== (await hashFile(files.zip.path))) {
    throw new PackageProblemError(`${record.zip.name} has changed since it was inspected. Upload it again.`);
  }
  run.files = files;
  tools.log.debug({ upload: record.id, folder: folder.path }, 'upload files fetched');
  return files;
}

function fetchFromSlack({ folder, record, signal, tools }: UploadRun): Promise<UploadFiles> {
  const { clock, ports, settings } = tools;
  const onPercent = (percent: number) => ports.showProgress(record, { percent, waitingBefore: null });
  const fetch = (inTime: AbortSignal) => ports.fetchFiles(record, { folder, signal: inTime, onPercent });
  return withDeadline(clock, settings.fetchMs, fetch, signal);
}

/** A replacement stores the new package, so that it doesn't depend on the file in Slack. */
async function takeKeptFiles({ folder, record, tools }: UploadRun): Promise<UploadFiles | null> {
  if (!record.kept) return null;
  const { packages } = tools.store;
  const path = join(folder.path, 'kept-package.zip');
  folder.reserve(record.contents?.bytes ?? 0);
  if (!(await packages.take(record.id, 'new', path))) return null;
  const zip = { path, fileName: record.zip.name };
  const iconPath = join(folder.path, 'kept-icon');
  if (!record.icon || !(await packages.take(record.id, 'icon', iconPath))) return { zip };
  const contentType = (await detectImageType(iconPath)) ?? 'image/png';
  return { zip, image: { path: iconPath, fileName: record.icon.name, contentType } };
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Inspects the zip, then chooses the next step from the account's lists. */
export const inspect: Step = async (run) => {
  const { files, folder, record, signal, tools } = run;
  // The run was resumed in this state, so the files were on another machine, or in a deleted folder.
  if (!files) return { state: 'fetching' };
  const { inspectMs, limits } = tools.settings;
  const inspect = (inTime: AbortSignal) =>
    inspectUpload(files.zip.path, record.zip, { folder, limits, signal: inTime });
  const contents = await withDeadline(tools.clock, inspectMs, inspect, signal);
  const inspected = { ...run, record: { ...record, contents, wrap: record.wrap || contents.lift?.isPart === true } };
  const { wrap } = inspected.record;
  const chosen = await choosePlan(record, contents, tools, (id) => compareCode(inspected, files.zip.path, id));
  const advance = { ...chosen, change: { ...chosen.change, wrap } };
  if (advance.state !== 'sending') return advance;
  const { plan } = record;
  const next = { ...advance, change: { ...advance.change, ...(await keepNewCode(inspected, files.zip.path)) } };
  return plan.kind === 'update' ? keepState(run, plan, await keepCode(run, plan, next)) : next;
};
