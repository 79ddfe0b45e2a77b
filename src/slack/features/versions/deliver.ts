import { writeFile } from 'node:fs/promises';
import { shortDigest } from '../../../store/version-record.ts';
import { folderName } from '../../../uploads/packages.ts';
import { bold } from '../../blocks/kit.ts';
import type { DrawnOutcome } from '../../feature.ts';
import { DIFF_BYTES, deliver, FileGoneError, fileMessage } from '../../files/send.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';

/** Sends a version's zip, or its differences from the current code, to the requester in a direct message. Never throws. */
export function deliverVersion(
  { ability, version, what }: DrawnOutcome<'version-sent'>,
  { origin, requester }: SlackRequest,
  workspace: Workspace,
): Promise<void> {
  const { versions } = workspace.context;
  const of = `\`${shortDigest(version.digest)}\` of ${bold(ability.name)}`;
  const fileName = `${folderName(ability.name)}-${shortDigest(version.digest)}.${what}`;
  const isZip = what === 'zip';
  const writeZip = async (path: string) => {
    if (!(await versions.writePackage(version, path))) throw new FileGoneError('This version is no longer available.');
    return fileMessage(`Version ${of}. Drop the zip in any channel I'm in to upload it again.`);
  };
  const writeDifferences = async (path: string) => {
    const comparison = await versions.compare(version, ability.id);
    if (!comparison) throw new FileGoneError("I couldn't read the current code.");
    await writeFile(path, comparison.files.map(({ patch }) => patch).join('\n'), { mode: 0o600, flag: 'wx' });
    return fileMessage(`Rolling back to version ${of} would make these changes.`);
  };
  return deliver(
    {
      what: isZip ? 'The version' : 'The differences',
      fileName,
      title: fileName,
      progressMessage: fileMessage(
        isZip ? `Fetching version ${of}…` : `Comparing version ${of} with the current code…`,
      ),
      bytes: isZip ? version.bytes * 2 : DIFF_BYTES,
      write: isZip ? writeZip : writeDifferences,
    },
    { requester, origin },
    workspace,
  );
}
