import { writeFile } from 'node:fs/promises';
import { isPackageProblem } from '@abilities-bot/ability-zip';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { folderName } from '../../../uploads/packages.ts';
import { FileUnavailableError } from '../../../uploads/ports.ts';
import { bold } from '../../blocks/kit.ts';
import type { DrawnOutcome } from '../../feature.ts';
import { DIFF_BYTES, deliver, FileGoneError, fileMessage } from '../../files/send.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';

/** Sends the requester all changes that an upload would make, in a direct message. Never throws. */
export function deliverChanges(
  { record }: DrawnOutcome<'changes-sent'>,
  { origin, requester }: SlackRequest,
  workspace: Workspace,
): Promise<void> {
  const name = bold(record.form.name);
  const fileName = `${folderName(record.form.name)}-${record.id}.diff`;
  return deliver(
    {
      what: 'The changes',
      fileName,
      title: fileName,
      progressMessage: fileMessage(`Comparing the upload of ${name} with its current code…`),
      bytes: DIFF_BYTES,
      write: async (path) => {
        await writeFile(path, await readChanges(record, workspace), { mode: 0o600, flag: 'wx' });
        return fileMessage(`The upload of ${name} would make these changes to its code.`);
      },
    },
    { requester, origin },
    workspace,
  );
}

/** @throws FileGoneError if they cannot be read. */
async function readChanges(record: UploadRecord, { context }: Workspace): Promise<string> {
  try {
    const comparison = await context.uploads.compare(record);
    if (!comparison) throw new FileGoneError("I couldn't read the current code.");
    return comparison.files.map(({ patch }) => patch).join('\n');
  } catch (error) {
    if (isPackageProblem(error)) throw new FileGoneError(error.sentence);
    if (error instanceof FileUnavailableError) throw new FileGoneError(error.message);
    throw error;
  }
}
