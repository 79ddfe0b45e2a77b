import * as z from 'zod';
import { modalBlock } from './block-kit/blocks.ts';
import { viewDefinition } from './block-kit/check-view.ts';
import { readText } from './json.ts';
import { storedFile } from './stored-file.ts';
import type { Workspace } from './workspace.ts';

/** Enough to scroll back, and nothing that grows with the life of a workspace. */
const mostMessages = 1000;

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
 * What outlives a local Slack. Not in it: modals, which are gone when a client is loaded anew, and response URLs, which
 * lead to a port that is no longer there.
 */
export const keptState = z.object({
  version: z.literal(1),
  messages: z.array(message),
  homes: z.array(home),
  files: z.array(storedFile),
  /** Where the bot is a member. */
  botChannelIds: z.array(z.string()),
});
export type KeptState = z.infer<typeof keptState>;

export function describeState({ transcript, files, conversations }: Workspace): KeptState {
  const messages = transcript.messages
    .filter(({ deleted }) => !deleted)
    .slice(-mostMessages)
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

/** Puts a fresh workspace into a kept state. The gateway has to listen already: files get links that lead there. */
export function restoreState(
  { team, transcript, files, conversations, messages, views }: Workspace,
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
