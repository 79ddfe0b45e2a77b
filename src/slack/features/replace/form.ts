import { AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import { theService } from '../../../core/service-name.ts';
import type { TakenBy, UploadRecord } from '../../../store/upload-record.ts';
import { bold, plain, section } from '../../blocks/kit.ts';
import { fittingTitle, formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { fieldOf, textOf } from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';
import { agentOption, MAX_OPTIONS } from '../assign/abilities-field.ts';
import { wrapInput } from '../upload/form-view.ts';
import { comparison, noBackup } from '../upload/question.ts';

export const REPLACE_FIELD = 'typed_name';

export const REPLACE_AGENTS_FIELD = 'agents';

/** Compares both versions. The name has to be typed, because the current version is permanently deleted. */
export function replaceModal(record: UploadRecord, by: TakenBy, origin: Origin): types.ModalView {
  const { contents, form, id, version } = record;
  return formModal({
    title: fittingTitle(`Replace ${form.name}`, 'Replace an Ability'),
    submit: 'Replace',
    callbackId: 'replace',
    metadata: encodeMetadata({ form: 'replace', upload: id, abilityId: by.abilityId, version, origin }),
    blocks: [
      section(
        `This permanently deletes the current version of ${bold(form.name)} and uploads your zip in its place, for the Agents you choose.${isInstalled(by) ? ' Trigger words and state stay the same.' : ''}${by.packageGiven === false ? '' : ` If ${theService()} rejects the zip, I'll restore the current version.`}`,
      ),
      ...(by.packageGiven === false ? [section(noBackup())] : []),
      comparison(record, by, { keepsWords: isInstalled(by) }),
      ...agentsInput(by, record.addTo),
      // Preselected, because a zip that the service rejects after the delete could cost the current version.
      ...wrapInput(contents),
      {
        type: 'input',
        block_id: REPLACE_FIELD,
        label: plain(`Type ${form.name} to replace it`),
        element: { type: 'plain_text_input', action_id: REPLACE_FIELD, max_length: 150 },
      },
    ],
  });
}

/** Only an installed Ability has a state, and trigger words that are restored. */
const isInstalled = ({ state }: TakenBy): boolean => state === 'enabled' || state === 'disabled';

/**
 * Preselects the Agents that are known to have the current version, and the one chosen for the upload. If there are too
 * many for a form, all of them get the new version.
 */
function agentsInput(by: TakenBy, addTo: UploadRecord['addTo']): types.KnownBlock[] {
  const { agentNames, holders } = by;
  if (holders.length > MAX_OPTIONS) {
    return [section(`All ${holders.length} Agents with the current version get the new version.`)];
  }
  const chosen = addTo && !holders.some(({ id }) => id === addTo.id) ? [...holders, addTo] : holders;
  const lost = isInstalled(by) ? ", and the Ability's trigger words and state are lost" : '';
  const hint = `If no Agent is selected, the new version isn't installed${lost}.`;
  const last = agentNames === null && holders.length > 0 ? ' The Agents selected here were last set from Slack.' : '';
  return [
    {
      type: 'input',
      block_id: REPLACE_AGENTS_FIELD,
      optional: true,
      label: plain('Agents'),
      hint: plain(`${hint}${last}`),
      element: {
        type: 'multi_external_select',
        action_id: REPLACE_AGENTS_FIELD,
        min_query_length: 0,
        max_selected_items: MAX_OPTIONS,
        placeholder: plain('Search Agents'),
        initial_options: chosen.length > 0 ? chosen.slice(0, MAX_OPTIONS).map(agentOption) : undefined,
      },
    },
  ];
}

const AgentChoices = z.object({
  selected_options: z.array(z.object({ value: AgentId, text: z.object({ text: z.string() }) })).nullish(),
});

/** The Agents that get the new version; undefined if the form has no such field. */
export function readChosenAgents(view: View): { id: AgentId; name: string }[] | undefined {
  if (!view.state.values[REPLACE_AGENTS_FIELD]) return undefined;
  const chosen = fieldOf(AgentChoices, view, REPLACE_AGENTS_FIELD, REPLACE_AGENTS_FIELD)?.selected_options ?? [];
  return chosen.map(({ text, value }) => ({ id: value, name: text.text }));
}

/** The name typed to confirm, normalized like the service's names. */
export const readTypedName = (view: View): string => textOf(view, REPLACE_FIELD);
