import type { Parts } from '../parts.ts';

/** `unknown` while the store does not answer. */
export type Claim = 'first' | 'redelivered' | 'unknown';

/**
 * Claims a command, click or shortcut. Slack gives each a trigger ID, and sends the same payload again, perhaps to another
 * process, when it is not sure that it arrived.
 */
export const claimTrigger = (triggerId: string, parts: Pick<Parts, 'log' | 'seen'>): Promise<Claim> =>
  claim(`trigger:${triggerId}`, parts);

/** Claims an event, which keeps its ID in every delivery. */
export const claimEvent = (eventId: string, parts: Pick<Parts, 'log' | 'seen'>): Promise<Claim> =>
  claim(`event:${eventId}`, parts);

async function claim(key: string, { log, seen }: Pick<Parts, 'log' | 'seen'>): Promise<Claim> {
  try {
    return (await seen.claim(key)) ? 'first' : 'redelivered';
  } catch (error) {
    log.error({ err: error }, 'store unavailable, redeliveries not detected');
    return 'unknown';
  }
}
