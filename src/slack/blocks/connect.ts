import type { types } from '@slack/bolt';
import type { ShownKey } from '../../core/access.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { actions, button } from './buttons.ts';
import { connectedLine } from './connect-sentences.ts';
import { type MessageAnswer, plain, section, toFallback } from './kit.ts';
import { formModal } from './modals.ts';

/** Block ID and action ID. */
export const CONNECT_FIELD = 'api_key';

/** Takes the API key of an account. Slack has no field that hides what is written. */
export const connectModal = (present: ShownKey | null, origin: Origin): types.ModalView =>
  formModal({
    title: 'Connect an account',
    submit: 'Connect',
    callbackId: 'connect',
    metadata: encodeMetadata({ form: 'connect', origin }),
    blocks: [
      section(
        present === null
          ? 'This workspace is not connected to an account yet.'
          : `${connectedLine(present)} A new key takes its place, also that of another account: uploads that are under way end then.`,
      ),
      {
        type: 'input',
        block_id: CONNECT_FIELD,
        label: plain('API key'),
        hint: plain(
          'From the dashboard: settings, API Keys. It is sent to this bot only, asked about at the service, kept encrypted, and not shown again. Look that nobody reads along.',
          2000,
        ),
        element: { type: 'plain_text_input', action_id: CONNECT_FIELD, max_length: 1000 },
      },
    ],
  });

/** Confirmation before the key is forgotten. The button confirms once more, in Slack's own dialog. */
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
