import { isPackageProblem } from '@abilities-bot/ability-zip';
import type { Requester } from '../../../core/access.ts';
import { inspectZip, SeveralAbilitiesError } from '../../../uploads/packages.ts';
import { FileUnavailableError } from '../../../uploads/ports.ts';
import { NoFolderError, SpoolFullError } from '../../../uploads/spool.ts';
import type { SharedFile } from '../../button-value.ts';
import type { Inside } from '../../feature.ts';
import type { Origin } from '../../modal-metadata.ts';
import type { Workspace } from '../../workspace.ts';
import { zipRefused } from './messages.ts';

/** Inspects a shared zip for the upload form. Keeps no copy, because the upload fetches the file again. */
export async function lookInside(file: SharedFile, { uploadTools }: Pick<Workspace, 'uploadTools'>): Promise<Inside> {
  try {
    return { ok: true, ...(await inspectZip(file, uploadTools)) };
  } catch (error) {
    if (error instanceof SeveralAbilitiesError) {
      return { ok: false, sentence: error.sentence, final: true, holdsMain: true, folders: error.folders };
    }
    if (isPackageProblem(error)) {
      return { ok: false, sentence: error.sentence, final: true, holdsMain: error.holdsMain };
    }
    const passing = reportPassing(error);
    if (passing === null) throw error;
    return { ok: false, sentence: `${passing} Try again in a minute.`, final: false };
  }
}

/** A message for temporary errors; null for anything else. */
function reportPassing(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError') return 'It took too long to read.';
  const known = [FileUnavailableError, NoFolderError, SpoolFullError].some((kind) => error instanceof kind);
  return known ? error.message : null;
}

/**
 * Updates the offer in the thread, so that it no longer offers the upload. The form has already shown the problem, so
 * this never throws.
 */
export async function reportRefusedZip(
  { requester, file, origin, sentence }: { requester: Requester; file: SharedFile; origin: Origin; sentence: string },
  { log, outbound, store }: Workspace,
): Promise<void> {
  const { channelId, message } = origin;
  if (!channelId || !message || message.ephemeral) return;
  const place = { channel: channelId, ts: message.ts };
  try {
    // Another zip of the same message may already be uploading, with this message for its progress.
    if (await store.uploads.isPlaceTaken(place)) return;
    await outbound.edit(place, zipRefused(file, sentence), 'announcement');
  } catch (error) {
    log.warn({ err: error, ref: requester.ref }, 'offer of a rejected zip not updated');
  }
}
