import type { App } from '@slack/bolt';
import type { Parts } from '../parts.ts';
import { offerUpload } from '../upload/offer-upload.ts';
import { FileSharedEvent } from './payloads.ts';

/** Dropped: a file was shared in a conversation that the bot is in. Slack's `file_shared` needs no scope but files:read. */
export function listenForFileShares(app: App, parts: Parts): void {
  app.event('file_shared', async ({ body, context }) => {
    const { event, event_id: eventId } = FileSharedEvent.parse(body);
    if (event.user_id === context.botUserId || !parts.seen.claim(eventId)) return;
    try {
      await offerUpload(event.file_id, event.channel_id, parts);
    } catch (error) {
      parts.seen.release(eventId);
      parts.log.error(
        { err: error, file: event.file_id, channel: event.channel_id },
        'a shared file could not be answered',
      );
    }
  });
}
