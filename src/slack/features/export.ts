import { zoneOf } from '../../base/calendar.ts';
import type { Requester } from '../../core/access.ts';
import type { AccountExport } from '../../core/features/export.ts';
import { type ExportNames, exportName, writeExport } from '../../export/export.ts';
import { countAbilities, STATE_WORDS } from '../blocks/ability.ts';
import { countOf, day, type MessageAnswer } from '../blocks/kit.ts';
import type { SlackFeature } from '../feature.ts';
import { BYTES_WITHOUT_ROWS, deliver, fileMessage } from '../files/send.ts';
import type { Origin } from '../modal-metadata.ts';
import type { Workspace } from '../workspace.ts';
import { filterWords } from './history/filter.ts';

/** `12 Abilities, 9 installed, 1 orphaned, 3 Agents`, or `4 audit log entries`. */
function contentsOf({ history, lists }: AccountExport): string {
  if (lists === null) return `${history.length} audit log ${history.length === 1 ? 'entry' : 'entries'}`;
  const { agents, counts } = lists;
  const { installed, onAccount, orphans } = counts;
  return [
    countAbilities(onAccount),
    `${installed} installed`,
    ...(orphans > 0 ? [`${orphans} ${STATE_WORDS.orphan}`] : []),
    countOf(agents.length, 'Agent'),
  ].join(', ');
}

/** ` · “Weather” · last 7 days`; empty without a filter. */
const filterOf = ({ filter }: Pick<AccountExport, 'filter'>): string => (filter === null ? '' : filterWords(filter));

function exportSentence(account: AccountExport): string {
  const unread = account.lists?.unread ?? 0;
  const missing = unread === 0 ? '' : ` ${countOf(unread, 'unreadable row')} ${unread === 1 ? 'is' : 'are'} missing.`;
  return `I'm sending you the export in a direct message: ${contentsOf(account)}${filterOf(account)}.${missing}`;
}

export const exportProgress = ({ lists, readAt }: Pick<AccountExport, 'lists' | 'readAt'>): MessageAnswer =>
  fileMessage(`Exporting the ${lists === null ? 'audit log' : 'account'} as of ${day(readAt)}…`);

export const exportSent = (account: AccountExport): MessageAnswer =>
  fileMessage(
    `Export as of ${day(account.readAt)}: ${contentsOf(account)}${filterOf(account)}. The zip has each list as JSON and CSV.`,
  );

/** Latest first, because only a limited number of names is looked up. */
const usersOf = ({ history }: AccountExport): string[] =>
  history.flatMap(({ ended, userId }) => [userId, ended?.request?.askedBy ?? userId]).toReversed();

const namesFor = async (
  account: AccountExport,
  { access }: Requester,
  { people }: Workspace,
): Promise<ExportNames> => ({
  people: await people.namesOf(usersOf(account)),
  zone: zoneOf(access.known ? access : {}),
});

/** Upper bound for nearly every row of an export. */
const BYTES_A_ROW = 2000;

/** Sends the account as a zip of JSON and CSV in a direct message to the requester. Never throws. */
function deliverExport(
  account: AccountExport,
  requester: Requester,
  origin: Origin,
  workspace: Workspace,
): Promise<void> {
  const { history, lists } = account;
  const listed = lists === null ? 0 : lists.agents.length + lists.abilities.length + lists.installed.length;
  return deliver(
    {
      what: 'The export',
      progressMessage: exportProgress(account),
      fileName: `${exportName(account)}.zip`,
      title: lists === null ? 'Audit log export' : 'Account export',
      bytes: BYTES_WITHOUT_ROWS + (listed + history.length) * BYTES_A_ROW,
      write: async (path) => {
        await writeExport(account, await namesFor(account, requester, workspace), path);
        return exportSent(account);
      },
    },
    { requester, origin },
    workspace,
  );
}

export const exportFeature = {
  drawings: {
    export: {
      notice: ({ account }) => exportSentence(account),
      deliver: ({ account }, { origin, requester }, workspace) => deliverExport(account, requester, origin, workspace),
    },
  },
  entries: { export: { done: () => 'exported the account', attemptAlone: 'export the account' } },
} satisfies SlackFeature;
