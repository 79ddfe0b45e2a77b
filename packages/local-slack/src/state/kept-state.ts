import * as z from 'zod';
import { modalBlock } from '../block-kit/blocks.ts';
import { viewDefinition } from '../block-kit/check-view.ts';
import { storedFile } from '../files/stored-file.ts';
import { readText } from '../json.ts';
import type { LocalWorkspace } from './workspace.ts';

/** Enough for scrolling back, and bounded for a long-running workspace. */
const MAX_MESSAGES = 1000;

const message = z.object({
  ts: z.string().regex(/^\d+\.\d{6}$/),
  channelId: z.string(),
  threadTs: z.string().nullable(),
  userId: z.string(),
  text: z.string(),
  blocks: z.array(modalBlock),
  fileIds: z.array(z.string()),
  ephemeralFor: z.string().nullable(),
  edits: z.int(),
});
const home = z.object({ id: z.string(), userId: z.string(), hash: z.string(), definition: viewDefinition });

/**
 * The persistent state of a local Slack. Excludes modals, which a client loses on reload, and response URLs, whose port
 * no longer exists.
 */
export const keptState = z.object({
  version: z.literal(1),
  messages: z.array(message),
  homes: z.array(home),
  files: z.array(storedFile),
  /** Channels with the bot as a member. */
  botChannelIds: z.array(z.string()),
});
export type KeptState = z.infer<typeof keptState>;

export function describeState({ transcript, files, conversations }: LocalWorkspace): KeptState {
  const messages = transcript.messages
    .filter(({ deleted }) => !deleted)
    .slice(-MAX_MESSAGES)
    .map(({ deleted: _, revision: __, files: attached, ...rest }) => ({
      ...rest,
      blocks: [...rest.blocks],
      fileIds: attached.map(({ id }) => readText(id)),
    }));
  const homes = transcript.views
    .filter(({ type }) => type === 'home')
    .map(({ id, userId, hash, definition }) => ({ id, userId, hash, definition }));
  const botChannelIds = Object.values(conversations.channels).flatMap(({ id, botIsMember }) => (botIsMember ? id : []));
  return { version: 1, messages, homes, files: [...files.all], botChannelIds };
}

/**
 * Restores a stored state into a fresh workspace. The gateway must be listening, since file links contain its address.
 */
export function restoreState(
  { team, transcript, files, conversations, messages, views }: LocalWorkspace,
  state: KeptState,
): void {
  for (const channelId of state.botChannelIds) conversations.join(channelId, team.botUserId);
  files.restore(state.files);
  for (const { fileIds, ...kept } of state.messages) {
    transcript.restoreMessage({ ...kept, files: files.describe(fileIds), deleted: false });
    messages.continueAfter(kept.ts);
  }
  for (const kept of state.homes) views.restoreHome(kept);
}
