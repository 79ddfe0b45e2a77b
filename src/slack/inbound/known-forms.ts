import type { Workspace } from '../workspace.ts';

type Memory = Pick<Workspace, 'log' | 'seen'>;

/** Longer than any ack takes. */
const BEGUN_MS = 15_000;

/** Whether this form had its ack before. While the store does not answer no form is known: one that needs the store says so itself, and no other waits for it. */
export async function wasAcked(key: string, { log, seen }: Memory): Promise<boolean> {
  try {
    return await seen.has(`acked:${key}`);
  } catch (error) {
    log.error({ err: error }, 'the store does not answer; a form is read without it');
    return false;
  }
}

/** From now on the form is known, if Slack sends it again. */
export async function rememberAck(key: string, { log, seen }: Memory): Promise<void> {
  try {
    await seen.claim(`acked:${key}`);
  } catch (error) {
    log.error({ err: error }, 'the store does not answer; a form that comes again would not be known');
  }
}

/** Whether nobody has begun the work of this form yet. While the store does not answer it is begun: none would be worse. */
export async function isBegunHere(key: string, { log, seen }: Memory): Promise<boolean> {
  try {
    return await seen.claim(`begun:${key}`, BEGUN_MS);
  } catch (error) {
    log.error({ err: error }, 'the store does not answer; a form is carried out without it');
    return true;
  }
}
