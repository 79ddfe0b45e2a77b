import type { AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { AgentRow } from '../../../core/outcome.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { formModal } from '../modal-frame.ts';
import { section } from '../text.ts';
import { unassignSentence } from './unassign-sentence.ts';

/**
 * In place of the form of an assignment that was submitted empty: an empty choice is easy to make by mistake.
 * @param row what is known of the Agent; null when there was no time to read it.
 */
export const unassignModal = (agentId: AgentId, row: AgentRow | null, origin: Origin): types.ModalView =>
  formModal({
    title: 'Unassign all?',
    submit: 'Unassign all',
    callbackId: 'unassign',
    metadata: encodeMetadata({ form: 'unassign', agentId, origin }),
    blocks: [
      section(
        row
          ? unassignSentence(row)
          : 'No Ability is chosen. Saving leaves the Agent without any. The Abilities stay on the account and with other Agents.',
      ),
      section('Nothing is saved yet. “Cancel” leaves everything as it is.'),
    ],
  });
