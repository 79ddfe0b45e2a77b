import type { Requester } from '../../core/access.ts';
import { folderName } from '../../uploads/packages.ts';
import { writeStarter } from '../../uploads/starter.ts';
import { bold, countOf, type MessageAnswer } from '../blocks/kit.ts';
import type { SlackFeature } from '../feature.ts';
import { BYTES_WITHOUT_ROWS, deliver, fileMessage } from '../files/send.ts';
import type { Origin } from '../modal-metadata.ts';
import type { Workspace } from '../workspace.ts';

const starterSentence = (name: string) =>
  `I'm sending you ${bold(name)} as a zip in a direct message. Edit \`main.py\`, zip the folder again, and drop the zip in any channel I'm in.`;

export const starterProgress = (name: string): MessageAnswer => fileMessage(`Packing ${bold(name)}…`);

export const starterSent = (name: string, files: number): MessageAnswer =>
  fileMessage(
    `${bold(name)}, ${countOf(files, 'file')}. Edit \`main.py\`, then drop the files, or a new zip of the folder, in any channel I'm in.`,
  );

/** Sends a starter zip in a direct message to the requester. Never throws. */
function deliverStarter(name: string, requester: Requester, origin: Origin, workspace: Workspace): Promise<void> {
  return deliver(
    {
      what: 'The starter',
      progressMessage: starterProgress(name),
      fileName: `${folderName(name)}.zip`,
      title: name,
      bytes: BYTES_WITHOUT_ROWS,
      write: async (path) => starterSent(name, await writeStarter(name, path)),
    },
    { requester, origin },
    workspace,
  );
}

export const starterFeature = {
  drawings: {
    starter: {
      notice: ({ name }) => starterSentence(name),
      deliver: ({ name }, { origin, requester }, workspace) => deliverStarter(name, requester, origin, workspace),
    },
  },
} satisfies SlackFeature;
