import type { PageState } from '../../src/page-server/page-api.ts';

/**
 * The state without the ephemeral messages from before the page was loaded: Slack's clients forget them on reload.
 * @param loadedAt in milliseconds. The server runs on the same machine, so message timestamps use the same clock.
 */
export function withoutOldEphemerals(state: PageState, loadedAt: number): PageState {
  const messages = state.messages.filter(({ ephemeral, ts }) => !ephemeral || Number(ts) * 1000 >= loadedAt);
  return { ...state, messages };
}
