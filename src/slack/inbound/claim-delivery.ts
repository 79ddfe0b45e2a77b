import type { Workspace } from '../workspace.ts';

/** `unknown` while the store does not answer. */
export type Claim = 'first' | 'redelivered' | 'unknown';

/**
 * Claims a command, click or shortcut by its trigger ID. Slack may redeliver a payload, perhaps to another process.
 */
export const claimTrigger = (triggerId: string, workspace: Pick<Workspace, 'log' | 'seen'>): Promise<Claim> =>
  claim(`trigger:${triggerId}`, workspace);

/** Claims an event by its ID. */
export const claimEvent = (eventId: string, workspace: Pick<Workspace, 'log' | 'seen'>): Promise<Claim> =>
  claim(`event:${eventId}`, workspace);

async function claim(key: string, { log, seen }: Pick<Workspace, 'log' | 'seen'>): Promise<Claim> {
  try {
    return (await seen.claim(key)) ? 'first' : 'redelivered';
  } catch (error) {
    log.error({ err: error }, 'store unavailable, redeliveries not detected');
    return 'unknown';
  }
}
