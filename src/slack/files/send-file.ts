import { readFile } from 'node:fs/promises';
import type { MessagePlace } from '../outbound/outbound.ts';
import { isPassingSlackError, readSlackError } from '../outbound/read-slack-error.ts';
import type { Workspace } from '../workspace.ts';

/** A file on this machine, and how it is shown. */
export interface SentFile {
  path: string;
  fileName: string;
  title: string;
}

/** Slack did not take a file. `message` says why, in plain sentences, and what to do. */
export class FileNotSentError extends Error {
  override readonly name = 'FileNotSentError';
}

/**
 * Sends a file into the conversation in which a message of the bot's own stands, such as one that was posted directly to a
 * person: Slack takes no person's ID here. Its client reads the whole file to send it; what is sent has a few megabytes
 * at most.
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
