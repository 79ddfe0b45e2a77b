import type { PageState } from '../../src/page-server/page-api.ts';

/**
 * The state without the ephemeral messages and the modal from before the page was loaded: Slack's clients forget them
 * on reload, and the app hears nothing of it.
 * @param loadedAt in milliseconds. The server runs on the same machine, so its timestamps use the same clock.
 */
export function withoutForgotten(state: PageState, loadedAt: number): PageState {
  const messages = state.messages.filter(({ ephemeral, ts }) => !ephemeral || Number(ts) * 1000 >= loadedAt);
  const modal = state.modal && state.modal.openedAt >= loadedAt ? state.modal : null;
  return { ...state, messages, modal };
}
