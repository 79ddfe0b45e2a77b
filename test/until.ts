import { vi } from 'vitest';

/** Polls until `look` returns true, for what neither the transcript nor the wire of the local Slack shows. */
export async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(look, { interval: 5, timeout: 600_000 });
}
