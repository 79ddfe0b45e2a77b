import { randomUUID } from 'node:crypto';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../../base/logger.ts';
import { bold, fitTexts, foreign, type MessageAnswer, section, unformatted } from '../blocks/kit.ts';
import { readJson } from '../button-value.ts';
import { describeSlackError, ResponseUrlError, readSlackError } from './slack-errors.ts';

/** Slack's limits for block IDs and for a modal's metadata. */
const MAX_BLOCK_ID = 255;
const MAX_METADATA = 3000;
const STAMP = /^w-([TE][A-Z0-9]+)-/;
/** The account is at the end, where earlier versions of the bot ignore it. */
const ACCOUNT = /~a(\d{1,9})$/;
/** Eight random bytes, in base64url. */
const MESSAGE_ID = /^w-[TE][A-Z0-9]+-([\w-]{11})\./;

/**
 * An ID for an ephemeral message, kept when the message is replaced. Slack doesn't say which ephemeral message was
 * clicked.
 */
export const newMessageId = (): string => Buffer.from(randomHex(16), 'hex').toString('base64url');

/** At most 20 digits. Uses a UUID, because Node fetches the system's random bytes for many UUIDs at once. */
function randomHex(digits: number): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 8)}${uuid.slice(-12)}`.slice(0, digits);
}

/**
 * The workspace and account that a message or form belongs to. `account` is the account's version; 0 if none is
 * connected.
 */
interface Stamp {
  tenantId: string;
  account: number;
}

/**
 * Marks each interactive block with its workspace and account. Slack sends the block ID with a click, so that the bot
 * recognizes a button that was copied from another workspace or drawn for a previously connected account. The rest of
 * the ID differs with each drawing, so that a menu doesn't keep an earlier selection.
 * @param messageId the ID of an ephemeral message; null if Slack sends the blocks with a click.
 */
export function stampBlocks<T extends types.AnyBlock>(
  blocks: readonly T[],
  { account, tenantId }: Stamp,
  messageId: string | null = null,
): T[] {
  const drawing = `${messageId === null ? '' : `${messageId}.`}${randomHex(4)}`;
  return blocks.map((block, index) => {
    const isPressed = block.type === 'actions' || (block.type === 'section' && 'accessory' in block);
    const own = block.block_id ?? `${drawing}${index}`;
    const end = account === 0 ? '' : `~a${account}`;
    return isPressed
      ? { ...block, block_id: `${`w-${tenantId}-${own}`.slice(0, MAX_BLOCK_ID - end.length)}${end}` }
      : block;
  });
}

/** The workspace that a block belongs to; null if an older version of the bot drew it. */
export const readStamp = (blockId: string): string | null => STAMP.exec(blockId)?.[1] ?? null;

/**
 * The ephemeral message that a block belongs to; null for a shared message, or if an older version of the bot drew it.
 */
export const readMessageId = (blockId: string): string | null => MESSAGE_ID.exec(blockId)?.[1] ?? null;

/**
 * True if the block is about a previously connected account. False for blocks without a stamp: older versions drew
 * them, or no account was connected.
 */
export function isOfOldAccount(blockId: string, account: number): boolean {
  const drawn = Number(ACCOUNT.exec(blockId)?.[1] ?? 0);
  return isOld(drawn, account);
}

/** False if no account is connected now, because people get a message about that instead. */
const isOld = (drawn: number, account: number) => drawn !== 0 && account !== 0 && drawn !== account;

const Remembered = z.looseObject({
  of: z.string().optional().catch(undefined),
  account: z.number().optional().catch(undefined),
});
const rememberedIn = (metadata: string | undefined) => Remembered.safeParse(readJson(metadata ?? '')).data;

/** Like `stampBlocks`, for a modal or Home tab, whose metadata also stores the workspace and account if they fit. */
export function stampView<T extends types.View>(view: T, stamp: Stamp): T {
  const remembered = rememberedIn(view.private_metadata);
  const marked = remembered
    ? JSON.stringify({ ...remembered, of: stamp.tenantId, account: stamp.account === 0 ? undefined : stamp.account })
    : '';
  const fits = remembered !== undefined && marked.length <= MAX_METADATA;
  return {
    ...view,
    blocks: stampBlocks(view.blocks, stamp),
    private_metadata: fits ? marked : view.private_metadata,
  };
}

/** True if a form was opened in another workspace. */
export function isFormOfAnother(metadata: string, tenantId: string): boolean {
  const stamp = rememberedIn(metadata)?.of;
  return stamp !== undefined && stamp !== tenantId;
}

/** True if a form is about a previously connected account. */
export const isFormOfOldAccount = (metadata: string, account: number): boolean =>
  isOld(rememberedIn(metadata)?.account ?? 0, account);

export const withoutImages = (blocks: readonly types.KnownBlock[]): types.KnownBlock[] =>
  blocks
    .filter(({ type }) => type !== 'image')
    .map((block) => {
      if (block.type !== 'section' || block.accessory?.type !== 'image') return block;
      const { accessory: _image, ...rest } = block;
      return rest;
    });

/** In characters. A table's rows may take this much of a message; the rest is left for its other blocks. */
const MAX_TABLE_TEXT = 9000;

/** In characters, below Slack's limit of 3,000 for a section. */
const MAX_SECTION = 2900;

/**
 * Turns each table row into a line. Slack rolls out `data_table` blocks workspace by workspace, and rejects them
 * elsewhere.
 */
const withoutTables = (blocks: readonly types.KnownBlock[]): types.KnownBlock[] =>
  blocks.flatMap((block) => (block.type === 'data_table' ? linesOfTable(block) : [block]));

function linesOfTable({ rows }: types.DataTableBlock): types.SectionBlock[] {
  const lines = rows.slice(1).map((cells) => cells.map(textOfCell).join(' · '));
  return fitTexts(lines, MAX_SECTION, Math.floor(MAX_TABLE_TEXT / MAX_SECTION)).map((text) => section(text));
}

const textOfCell = (cell: types.DataTableBlock['rows'][number][number], index: number): string =>
  cell.type === 'rich_text' ? '' : index === 0 ? bold(cell.text ?? '') : foreign(cell.text ?? '');

/**
 * Sends a message, and retries with simpler content if Slack rejects its blocks: it rejects the whole message if it
 * can't fetch one image or one block is invalid. The first retry has no images and tables, the second only escaped
 * text.
 * @param messageId the ID of an ephemeral message, from `newMessageId`.
 * @throws other errors of `send`.
 */
export async function withSimplerBlocks<T>(
  { text, blocks }: MessageAnswer,
  { log, ...stamp }: Stamp & { log: Logger },
  send: (text: string, blocks: types.KnownBlock[]) => Promise<T>,
  messageId: string | null = null,
): Promise<T> {
  const stamped = stampBlocks(blocks, stamp, messageId);
  try {
    return await send(text, stamped);
  } catch (error) {
    if (!isAboutBlocks(error)) throw error;
    log.error({ err: describeSlackError(error) }, 'Slack rejected the blocks of a message, simplifying them');
  }
  try {
    return await send(text, withoutTables(withoutImages(stamped)));
  } catch (error) {
    if (!isAboutBlocks(error)) throw error;
    return send(unformatted(text), []);
  }
}

function isAboutBlocks(error: unknown): boolean {
  const reason = error instanceof ResponseUrlError ? error.reason : (readSlackError(error) ?? '');
  return /invalid_blocks|msg_blocks_too_long|invalid_attachments/.test(reason);
}
