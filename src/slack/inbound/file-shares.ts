import type { App } from '@slack/bolt';
import type { Parts } from '../parts.ts';
import { offerUpload } from '../upload/offer-upload.ts';
import { FileSharedEvent } from './payloads.ts';

/** Dropped: a file was shared in a conversation that the bot is in. Slack's `file_shared` needs no scope but files:read. */
export function listenForFileShares(app: App, parts: Parts): void {
  app.event('file_shared', async ({ body, context }) => {
    const { event, event_id: eventId } = FileSharedEvent.parse(body);
    if (event.user_id === context.botUserId || !parts.seen.claim(eventId)) return;
    await offerUpload({ fileId: event.file_id, channelId: event.channel_id, userId: event.user_id }, parts);
  });
}
