import { hasEnded, type UploadRecord } from '../store/upload-record.ts';
import { lostAccount } from './lost-account.ts';
import { runUpload, writeAdvance } from './run-upload.ts';
import { NoFolderError } from './spool.ts';
import { turnErrorIntoAdvance } from './turn-error-into-advance.ts';
import type { UploadAccount, UploadTools } from './upload-tools.ts';

export interface Turn {
  owner: string;
  signal: AbortSignal;
  tools: UploadTools;
  /** What the workspace is connected to by now: a turn may last minutes. */
  accountNow: () => Promise<UploadAccount>;
}

/**
 * One turn of work on a claimed upload, in a folder of its own. Where no folder can be made it waits, as for any other
 * trouble: a full disk must not keep an upload from its end.
 * @throws what the store throws.
 */
export async function takeTurn(record: UploadRecord, { accountNow, owner, signal, tools }: Turn): Promise<void> {
  if (hasEnded(record)) return;
  const turn = { record, resumed: true, tools, files: null, signal };
  const lost = lostAccount(record, tools);
  if (lost) return void (await writeAdvance(turn, turnErrorIntoAdvance(lost, turn), owner));
  try {
    await tools.spool.lend((folder) => runUpload({ ...turn, folder }, owner, accountNow));
  } catch (error) {
    if (!(error instanceof NoFolderError)) throw error;
    tools.log.error({ err: error.cause, upload: record.id }, 'there is no folder for the files of an upload');
    await writeAdvance(turn, turnErrorIntoAdvance(error, turn), owner);
  }
}
