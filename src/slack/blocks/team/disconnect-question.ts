import type { types } from '@slack/bolt';
import type { ShownKey } from '../../../core/connection.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button } from '../buttons.ts';
import { plain, section, toFallback } from '../text.ts';
import { connectedLine } from './connect-sentences.ts';

/** Requester before the key is forgotten. The button asks once more, in Slack's own dialog. */
export function disconnectQuestion(present: ShownKey): MessageAnswer {
  const line = `Disconnect this workspace from its account? Nothing is forgotten yet.\n${connectedLine(present)} Without it nobody here can see or change anything on the account, and uploads that are under way end. The account itself stays as it is, and so does the history.`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...actions(disconnectButton(), button('Keep', { do: 'help connect' }))],
  };
}

const disconnectButton = (): types.Button => ({
  ...button('Disconnect', { do: 'disconnect', sure: true }),
  style: 'danger',
  confirm: {
    title: plain('Disconnect?', 100),
    text: plain('I forget the API key. To connect again, somebody has to enter it again.', 300),
    confirm: plain('Disconnect', 30),
    deny: plain('Keep', 30),
    style: 'danger',
  },
});
