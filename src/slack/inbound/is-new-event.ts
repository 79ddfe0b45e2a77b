import type { Parts } from '../parts.ts';

/**
 * Whether an event was not seen before: Slack sends one again when it missed the ack. While the store does not answer
 * everything is new: a second answer does no harm, and none does.
 */
export async function isNewEvent(eventId: string, { log, seen }: Parts): Promise<boolean> {
  try {
    return await seen.claim(`event:${eventId}`);
  } catch (error) {
    log.error({ err: error }, 'the store does not answer; an event is answered without it');
    return true;
  }
}
