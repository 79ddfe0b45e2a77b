import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Check } from '../../checks/check.ts';
import { bad, good } from '../../core/finding.ts';

const FIX = 'Let the user that runs the bot write there, or set DATA_DIR and SPOOL_DIR to folders of that user.';

/** Whether the folders of the bot are there and can be written to, or can be made. Nothing is made. */
export const checkFolders = (folders: readonly string[]): Check => ({
  subject: 'Folders',
  fixWithoutAnswer: FIX,
  look: async () => {
    for (const folder of folders) {
      const trouble = await troubleWith(resolve(folder));
      if (trouble !== null) return bad(`${resolve(folder)} ${trouble}.`, FIX);
    }
    return good('They can be written to.');
  },
});

/** Null when there is none. What is not there yet can be made where its parent can be written to. */
async function troubleWith(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'is not a folder';
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' && dirname(folder) !== folder) return troubleWith(dirname(folder));
    return code === 'ENOTDIR' ? 'lies in a file' : `cannot be written to (${String(code)})`;
  }
}
