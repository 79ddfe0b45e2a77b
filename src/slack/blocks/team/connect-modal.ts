import type { types } from '@slack/bolt';
import type { ShownKey } from '../../../core/connection.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { formModal } from '../modal-frame.ts';
import { plain, section } from '../text.ts';
import { connectedLine } from './connect-sentences.ts';

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
