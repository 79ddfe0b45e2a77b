import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Requester } from '../../core/access.ts';
import { NoFolderError, SpoolFullError } from '../../uploads/spool.ts';
import { foreign, type MessageAnswer, section, toFallback } from '../blocks/kit.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import { isPassingSlackError, readSlackError } from '../outbound/slack-errors.ts';
import { UnconfirmedError } from '../outbound/unconfirmed.ts';
import type { Workspace } from '../workspace.ts';

/** The file to send no longer exists. `message` says so in sentences for people. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
}

/** A local file, with the names that Slack shows. */
interface SentFile {
  path: string;
  fileName: string;
  title: string;
}

/** Slack rejected a file. `message` explains why, in sentences for people. */
class FileNotSentError extends Error {
  override readonly name = 'FileNotSentError';
}

/**
 * Sends a file to the conversation of one of the bot's messages, because Slack accepts only a channel ID here. The
 * client reads the whole file into memory, so files must be small.
 * @throws FileNotSentError; UnconfirmedError
 */
async function sendFile(
  { fileName, path, title }: SentFile,
  { channel }: Pick<MessagePlace, 'channel'>,
  { outbound }: Pick<Workspace, 'outbound'>,
): Promise<void> {
  const bytes = await readFile(path);
  try {
    await outbound.sendFile(channel, { bytes, fileName, title });
  } catch (cause) {
    if (cause instanceof UnconfirmedError) throw cause;
    throw new FileNotSentError(explain(cause), { cause });
  }
}

function explain(error: unknown): string {
  const reason = readSlackError(error);
  if (reason === 'missing_scope') {
    return "I can't send files in this workspace, because the app lacks the Slack scope files:write. Tell an admin.";
  }
  if (reason === null) return 'The transfer to Slack was interrupted. Try again in a minute.';
  return isPassingSlackError(error)
    ? `Slack rejected the file (${reason}). Try again in a minute.`
    : `Slack rejected the file (${reason}). If this keeps happening, tell an admin.`;
}

/** A file to create and send to the requester. */
interface Delivery {
  /** The subject of a sentence, capitalized. */
  what: string;
  progressMessage: MessageAnswer;
  fileName: string;
  title: string;
  /** The estimated maximum size, reserved in the spool. */
  bytes: number;
  /** Writes the file. @returns the message to show once it has been sent. */
  write: (path: string) => Promise<MessageAnswer>;
}

/** Enough for a diff of two whole packages. */
export const DIFF_BYTES = 8 * 1024 * 1024;

export const BYTES_WITHOUT_ROWS = 10_000;

export async function deliver(
  delivery: Delivery,
  { requester, origin }: { requester: Requester; origin: Origin },
  workspace: Workspace,
): Promise<void> {
  const { progressMessage, bytes, fileName, title, what, write } = delivery;
  const log = workspace.log.child({ ref: requester.ref, user: requester.userId, file: fileName });
  const { ref } = requester;
  let place: MessagePlace | null = null;
  try {
    const progress = await workspace.outbound.post(requester.userId, null, progressMessage);
    place = progress;
    await workspace.uploadTools.spool.lend(async (folder) => {
      folder.reserve(bytes);
      const path = join(folder.path, fileName);
      const sent = await write(path);
      const file: SentFile = { path, fileName, title };
      await sendFile(file, progress, workspace);
      await workspace.outbound.edit(progress, sent);
    });
    log.info('file sent');
  } catch (error) {
    const isUnconfirmed = error instanceof UnconfirmedError && place !== null;
    log.error({ err: error }, isUnconfirmed ? 'file not confirmed by Slack' : 'file not sent');
    const answer = isUnconfirmed ? notConfirmed(what, ref) : notSent(what, sentenceOf(error), ref);
    await reportNotSent(answer, { requester, origin, place }, workspace);
  }
}

/** Edits the progress message; or, if there is none or the edit fails, answers where the file was requested. */
async function reportNotSent(
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
    log.warn({ err: error, ref: requester.ref }, 'progress message not edited, answering where the file was requested');
  }
  await outbound.deliver(
    { ...answer, replaces: false },
    { userId: requester.userId, origin, triggerId: null, openedViewId: null },
  );
}

/** Errors with a message for people. */
const KNOWN = [FileGoneError, FileNotSentError, NoFolderError, SpoolFullError];

function sentenceOf(error: unknown): string {
  if (error instanceof UnconfirmedError) return "Slack isn't responding. Try again in a minute.";
  if (!(error instanceof Error) || !KNOWN.some((kind) => error instanceof kind)) {
    return 'Something went wrong on my side. Try again in a minute.';
  }
  const isFinal = error instanceof FileNotSentError || error instanceof FileGoneError;
  return isFinal ? error.message : `${error.message} Try again in a minute.`;
}

export const fileMessage = (line: string): MessageAnswer => ({
  surface: 'message',
  replaces: true,
  text: toFallback(line),
  blocks: [section(line)],
});

/** @param what the subject of the sentence, such as `The export`. */
export const notSent = (what: string, sentence: string, ref: string): MessageAnswer =>
  fileMessage(`${what} was not sent. ${foreign(sentence, 400)} (ref ${ref})`);

const notConfirmed = (what: string, ref: string): MessageAnswer =>
  fileMessage(
    `${what} may be here: Slack didn't confirm the transfer. If you don't see it, try again in a minute. (ref ${ref})`,
  );
