import { setImmediate as turn } from 'node:timers/promises';

/** Polls until `look` returns true, for what neither the transcript nor the wire of the local Slack shows. */
export async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await turn();
}
