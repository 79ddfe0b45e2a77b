import { randomBytes } from 'node:crypto';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../../base/logger.ts';
import { type MessageAnswer, unformatted } from '../blocks/kit.ts';
import { readJson } from '../button-value.ts';
import { describeSlackError, ResponseUrlError, readSlackError } from './slack-errors.ts';

/** Slack's limits of a block ID and of what a modal remembers. */
const MAX_BLOCK_ID = 255;
const MAX_METADATA = 3000;
const STAMP = /^w-([TE][A-Z0-9]+)-/;
/** Eight random bytes, in base64url. */
const MESSAGE_ID = /^w-[TE][A-Z0-9]+-([\w-]{11})\./;

/** A private message, which keeps it when it is replaced: Slack doesn't say which one was clicked. */
export const newMessageId = (): string => randomBytes(8).toString('base64url');

/**
 * Writes into each block that somebody can press whose it is. Slack tells the block's ID with the click, so that a button
 * which was copied into another workspace is known there. The rest of the ID is another one with each drawing: a menu must
 * not keep what was chosen in the one before.
 * @param messageId of a private message; null for one whose blocks Slack sends with a click.
 */
export function stampBlocks<T extends types.AnyBlock>(
  blocks: readonly T[],
  tenantId: string,
  messageId: string | null = null,
): T[] {
  const drawing = `${messageId === null ? '' : `${messageId}.`}${randomBytes(2).toString('hex')}`;
  return blocks.map((block, index) => {
    const isPressed = block.type === 'actions' || (block.type === 'section' && 'accessory' in block);
    const own = block.block_id ?? `${drawing}${index}`;
    return isPressed ? { ...block, block_id: `w-${tenantId}-${own}`.slice(0, MAX_BLOCK_ID) } : block;
  });
}

/** Whose block it is; null for one that was drawn by an older version. */
export const readStamp = (blockId: string): string | null => STAMP.exec(blockId)?.[1] ?? null;

/** Which private message a block stands in; null for one that was drawn by an older version, and for a shared message. */
export const readMessageId = (blockId: string): string | null => MESSAGE_ID.exec(blockId)?.[1] ?? null;

const Remembered = z.looseObject({ of: z.string().optional().catch(undefined) });
const rememberedIn = (metadata: string | undefined) => Remembered.safeParse(readJson(metadata ?? '')).data;

/** The same for a modal or a Home tab, with a mark in what a form remembers besides. One that does not fit is left out. */
export function stampView<T extends types.View>(view: T, tenantId: string): T {
  const remembered = rememberedIn(view.private_metadata);
  const marked = remembered ? JSON.stringify({ ...remembered, of: tenantId }) : '';
  const fits = remembered !== undefined && marked.length <= MAX_METADATA;
  return {
    ...view,
    blocks: stampBlocks(view.blocks, tenantId),
    ...(fits ? { private_metadata: marked } : {}),
  };
}

/** Whether a form was opened in another workspace: it may hold where that one is answered. */
export function isFormOfAnother(metadata: string, tenantId: string): boolean {
  const stamp = rememberedIn(metadata)?.of;
  return stamp !== undefined && stamp !== tenantId;
}

/** The same blocks without any picture. */
export const withoutImages = (blocks: readonly types.KnownBlock[]): types.KnownBlock[] =>
  blocks
    .filter(({ type }) => type !== 'image')
    .map((block) => {
      if (block.type !== 'section' || block.accessory?.type !== 'image') return block;
      const { accessory: _image, ...rest } = block;
      return rest;
    });

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
