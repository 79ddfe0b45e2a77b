import { isPackageProblem } from '@abilities-bot/ability-zip';
import { lookIntoZip } from '../../uploads/look-into-zip.ts';
import { NoFolderError, SpoolFullError } from '../../uploads/spool.ts';
import { FileUnavailableError } from '../../uploads/upload-tools.ts';
import type { Inside } from '../blocks/render-outcome.ts';
import type { SharedFile } from '../button-value.ts';
import type { Workspace } from '../workspace.ts';

/** What is inside a shared zip, for the form that uploads it. Nothing is kept: the upload fetches the file itself. */
export async function lookInside(file: SharedFile, { uploadTools }: Workspace): Promise<Inside> {
  try {
    return { ok: true, contents: await lookIntoZip(file, uploadTools) };
  } catch (error) {
    if (isPackageProblem(error)) return { ok: false, sentence: error.sentence, final: true };
    const passing = tellPassing(error);
    if (passing === null) throw error;
    return { ok: false, sentence: `${passing} Press again in a minute.`, final: false };
  }
}

/** A sentence for what may be over in a minute; null for anything else. */
function tellPassing(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError') return 'Looking into it took longer than it may.';
  const known = [FileUnavailableError, NoFolderError, SpoolFullError].some((kind) => error instanceof kind);
  return known ? error.message : null;
}
