import type { Requester } from '../../core/access.ts';
import type { AccountExport } from '../../core/features/export.ts';
import { exportName, writeExport } from '../../export/export.ts';
import { countAbilities, STATE_WORDS } from '../blocks/ability.ts';
import type { Drawings } from '../blocks/drawing.ts';
import { countOf, day, type MessageAnswer } from '../blocks/kit.ts';
import { BYTES_WITHOUT_ROWS, deliver, fileMessage } from '../files/send.ts';
import type { Origin } from '../modal-metadata.ts';
import type { Workspace } from '../workspace.ts';

/** `12 Abilities, 9 installed, 1 orphaned, 3 Agents`. */
const contentsOf = ({ agents, counts: { installed, onAccount, orphans } }: AccountExport): string =>
  [
    countAbilities(onAccount),
    `${installed} installed`,
    ...(orphans > 0 ? [`${orphans} ${STATE_WORDS.orphan}`] : []),
    countOf(agents.length, 'Agent'),
  ].join(', ');

const exportSentence = (account: AccountExport) =>
  `I'm sending you the export in a direct message: ${contentsOf(account)}.${account.unread ? ` ${countOf(account.unread, 'unreadable row')} ${account.unread === 1 ? 'is' : 'are'} missing.` : ''}`;

export const exportBegun = ({ readAt }: Pick<AccountExport, 'readAt'>): MessageAnswer =>
  fileMessage(`Exporting the account as of ${day(readAt)}…`);

export const exportSent = (account: AccountExport): MessageAnswer =>
  fileMessage(`Export as of ${day(account.readAt)}: ${contentsOf(account)}. The zip has each list as JSON and CSV.`);

/** Upper bound for nearly every row of an export. */
const BYTES_A_ROW = 2000;

/** Sends the account as a zip of JSON and CSV in a direct message to the requester. Never throws. */
function deliverExport(
  account: AccountExport,
  requester: Requester,
  origin: Origin,
  workspace: Workspace,
): Promise<void> {
  const rows = account.agents.length + account.abilities.length + account.installed.length;
  return deliver(
    {
      ...{ what: 'The export', begun: exportBegun(account) },
      ...{ fileName: `${exportName(account)}.zip`, title: 'Export of the account' },
      bytes: BYTES_WITHOUT_ROWS + rows * BYTES_A_ROW,
      write: async (path) => {
        await writeExport(account, path);
        return exportSent(account);
      },
    },
    { requester, origin },
    workspace,
  );
}

export const exportDrawings: Drawings<'export'> = {
  export: {
    notice: ({ account }) => exportSentence(account),
    deliver: ({ account }, { origin, requester }, workspace) => deliverExport(account, requester, origin, workspace),
  },
};
