import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Requester } from '../../core/access.ts';
import type { AccountExport } from '../../core/outcome.ts';
import { exportName, writeExport } from '../../export/export.ts';
import { folderName } from '../../uploads/packages.ts';
import { NoFolderError, SpoolFullError } from '../../uploads/spool.ts';
import { writeStarter } from '../../uploads/starter.ts';
import type { MessageAnswer } from '../blocks/kit.ts';
import { exportBegun, exportSent, notSent, starterBegun, starterSent } from '../blocks/upload-messages.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import { isPassingSlackError, readSlackError } from '../outbound/slack-errors.ts';
import type { Workspace } from '../workspace.ts';

/** A local file, and how Slack shows it. */
export interface SentFile {
  path: string;
  fileName: string;
  title: string;
}

/** Slack did not accept a file. `message` explains the reason and the fix to people. */
export class FileNotSentError extends Error {
  override readonly name = 'FileNotSentError';
}

/**
 * Sends a file to the channel of one of the bot's messages, for example a direct message: Slack does not accept a user
 * ID here. The client reads the whole file into memory; files sent here have a few megabytes at most.
 * @throws FileNotSentError
 */
export async function sendFile(
  { fileName, path, title }: SentFile,
  { channel }: Pick<MessagePlace, 'channel'>,
  { outbound }: Pick<Workspace, 'outbound'>,
): Promise<void> {
  const bytes = await readFile(path);
  try {
    await outbound.sendFile(channel, { bytes, fileName, title });
  } catch (cause) {
    throw new FileNotSentError(explain(cause), { cause });
  }
}

function explain(error: unknown): string {
  const reason = readSlackError(error);
  if (reason === 'missing_scope') {
    return 'I may not send files in this workspace: whoever runs this bot has to add the scope files:write and install it anew.';
  }
  if (reason === null) return 'Slack did not take the file to its end. Try again in a minute.';
  return isPassingSlackError(error)
    ? `Slack did not take the file now (${reason}). Try again in a minute.`
    : `Slack did not take the file (${reason}). If it goes on, tell whoever runs this bot.`;
}

/** A file generated here and sent to the requester. */
interface Delivery {
  /** The start of a sentence. */
  what: string;
  begun: MessageAnswer;
  fileName: string;
  title: string;
  /** An upper estimate, counted against the spool's quota. */
  bytes: number;
  /** @returns the message once it is sent. */
  write: (path: string) => Promise<MessageAnswer>;
}

/** Size of an export in bytes: an upper bound for nearly every row, and the size without rows. */
const BYTES_A_ROW = 2000;
const BYTES_WITHOUT_ROWS = 10_000;

/** Sends an export of the account, a zip of JSON and CSV, to the requester as a direct message. Never throws. */
export function deliverExport(
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

/** Sends a starter Ability, as a zip, to the requester as a direct message. Never throws. */
export function deliverStarter(
  name: string,
  requester: Requester,
  origin: Origin,
  workspace: Workspace,
): Promise<void> {
  return deliver(
    {
      ...{ what: 'The starter', begun: starterBegun(name), fileName: `${folderName(name)}.zip`, title: name },
      bytes: BYTES_WITHOUT_ROWS,
      write: async (path) => starterSent(name, await writeStarter(name, path)),
    },
    { requester, origin },
    workspace,
  );
}

async function deliver(
  delivery: Delivery,
  { requester, origin }: { requester: Requester; origin: Origin },
  workspace: Workspace,
): Promise<void> {
  const { begun, bytes, fileName, title, what, write } = delivery;
  const log = workspace.log.child({ ref: requester.ref, user: requester.userId, file: fileName });
  let place: MessagePlace | null = null;
  try {
    const told = await workspace.outbound.post(requester.userId, null, begun);
    place = told;
    await workspace.uploadTools.spool.lend(async (folder) => {
      folder.reserve(bytes);
      const path = join(folder.path, fileName);
      const sent = await write(path);
      const file: SentFile = { path, fileName, title };
      await sendFile(file, told, workspace);
      await workspace.outbound.edit(told, sent);
    });
    log.info('file sent');
  } catch (error) {
    log.error({ err: error }, 'file not sent');
    await tellNotSent(notSent(what, sentenceOf(error), requester.ref), { requester, origin, place }, workspace);
  }
}

/** In the message that announced the file; if there is none or it cannot be edited, where the user asked. */
async function tellNotSent(
  answer: MessageAnswer,
  { requester, origin, place }: { requester: Requester; origin: Origin; place: MessagePlace | null },
  { log, outbound }: Workspace,
): Promise<void> {
  try {
    if (place) {
      await outbound.edit(place, answer);
      return;
    }
  } catch (error) {
    log.warn({ err: error, ref: requester.ref }, 'message not edited, answering where the user asked');
  }
  await outbound.deliver(
    { ...answer, replaces: false },
    { userId: requester.userId, origin, triggerId: null, openedViewId: null },
  );
}

/** Errors whose messages are for people. */
const KNOWN = [FileNotSentError, NoFolderError, SpoolFullError];

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error) || !KNOWN.some((kind) => error instanceof kind)) {
    return 'Something went wrong on my side. Try again in a minute.';
  }
  return error instanceof FileNotSentError ? error.message : `${error.message} Try again in a minute.`;
}
