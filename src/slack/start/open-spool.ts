import type { Config } from '../../config.ts';
import { Spool } from '../../uploads/spool.ts';
import { StartError } from './start-error.ts';

/** The one folder of this process for files on their way. @throws StartError when files cannot be written. */
export async function openSpool({ uploads }: Pick<Config, 'uploads'>): Promise<Spool> {
  const spool = new Spool(uploads.spoolDir, uploads.spoolMaxBytes);
  try {
    await spool.open(Date.now());
  } catch (cause) {
    throw new StartError(`Files cannot be written to ${uploads.spoolDir}. Set SPOOL_DIR to a folder of this user.`, {
      cause,
    });
  }
  return spool;
}
