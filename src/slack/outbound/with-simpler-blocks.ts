import type { types } from '@slack/bolt';
import type { Logger } from '../../logger.ts';
import type { MessageAnswer } from '../blocks/answer.ts';
import { unformatted } from '../blocks/text.ts';
import { ResponseUrlError } from './post-to-response-url.ts';
import { describeSlackError, readSlackError } from './read-slack-error.ts';
import { stampBlocks } from './stamp.ts';
import { withoutImages } from './without-images.ts';

/**
 * Slack refuses a whole message for one image that it cannot fetch, or one block that it does not like. A plainer answer
 * is better than none: first without images, then as text, in which Slack would read marks.
 * @param messageId of a private message, as `newMessageId` makes it.
 * @throws what `send` throws of anything else.
 */
export async function withSimplerBlocks<T>(
  { text, blocks }: MessageAnswer,
  { log, tenantId }: { log: Logger; tenantId: string },
  send: (text: string, blocks: types.KnownBlock[]) => Promise<T>,
  messageId: string | null = null,
): Promise<T> {
  const stamped = stampBlocks(blocks, tenantId, messageId);
  try {
    return await send(text, stamped);
  } catch (error) {
    if (!isAboutBlocks(error)) throw error;
    log.error({ err: describeSlackError(error) }, 'Slack refused the blocks of a message');
  }
  try {
    return await send(text, withoutImages(stamped));
  } catch (error) {
    if (!isAboutBlocks(error)) throw error;
    return send(unformatted(text), []);
  }
}

function isAboutBlocks(error: unknown): boolean {
  const reason = error instanceof ResponseUrlError ? error.reason : (readSlackError(error) ?? '');
  return /invalid_blocks|msg_blocks_too_long|invalid_attachments/.test(reason);
}
