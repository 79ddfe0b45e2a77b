import type { AgentId } from '@abilities-bot/service-api';
import { joinAnd } from '../../../base/join-words.ts';
import type { Requester } from '../../../core/access.ts';
import { TheService } from '../../../core/service-name.ts';
import { isWrapOffered, type UploadRecord } from '../../../store/upload-record.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import type { SlackFeature } from '../../feature.ts';
import type { ModalMetadata } from '../../modal-metadata.ts';
import type { Asked, Submitted } from '../../payloads/form-values.ts';
import type { SubmissionPayload } from '../../payloads/payloads.ts';
import type { Workspace } from '../../workspace.ts';
import { uploadPastChoice, uploadUnknown } from '../upload/messages.ts';
import { readWrap } from '../upload/read-form.ts';
import { showDecision } from '../upload/show-decision.ts';
import { REPLACE_AGENTS_FIELD, REPLACE_FIELD, readChosenAgents, readTypedName } from './form.ts';

/** Normalizes a name like a label, which collapses repeated spaces. */
const asShown = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

const instead = (text: string): Submitted => ({
  reply: { response_action: 'update', view: sentenceModal('Replace an Ability', text) },
});

const errorAt = (field: string, sentence: string): Submitted => ({
  reply: { response_action: 'errors', errors: { [field]: sentence } },
});

const errorAtName = (sentence: string): Submitted => errorAt(REPLACE_FIELD, sentence);

/** Requires the exact name. If approval is needed, the upload stays in the state `asking` until the decision. */
async function submitReplacement(
  { view }: SubmissionPayload,
  metadata: Extract<ModalMetadata, { form: 'replace' }>,
  requester: Requester,
  workspace: Workspace,
): Promise<Asked> {
  try {
    return await read(view, metadata, requester, workspace);
  } catch (error) {
    const { ref } = requester;
    workspace.log.error({ err: error, ref }, 'replacement not saved');
    return fault(ref);
  }
}

const fault = (ref: string): Submitted =>
  errorAtName(`I couldn't save this, so nothing changed. Try again in a minute. (ref ${ref})`);

async function read(
  view: SubmissionPayload['view'],
  { abilityId, upload, version }: Extract<ModalMetadata, { form: 'replace' }>,
  requester: Requester,
  { context }: Workspace,
): Promise<Asked> {
  const record = await context.uploads.find(upload);
  if (!record) return instead(uploadUnknown().text);
  if (version !== undefined && record.version !== version) return instead(uploadPastChoice(record).text);
  if (asShown(readTypedName(view)) !== asShown(record.form.name)) {
    return errorAtName(`The name doesn't match. Type ${record.form.name} to replace it.`);
  }
  const wrap = isWrapOffered(record.contents) ? readWrap(view) : record.wrap;
  const agents = readChosenAgents(view);
  const unknown = await findUnknownLists(agents ?? [], record, context);
  if (unknown.length > 1) {
    return errorAt(
      REPLACE_AGENTS_FIELD,
      `${TheService()} doesn't report which Abilities ${namesOf(unknown)} have, so choose only one of these Agents now. Add the others afterward with /abilities assign.`,
    );
  }
  const agentIds = agents?.map(({ id }) => id);
  const decision = {
    ...({ kind: 'replace', wrap } as const),
    abilityId,
    agentIds,
  };
  return {
    command: { verb: 'decide-upload', upload, version: record.version, decision },
    inForm: showDecision({ fault, instead, refuse: errorAtName }, requester),
  };
}

/**
 * Names of the Agents whose Abilities are unknown. Only an upload can add an Ability to such an Agent without removing
 * the others, and an upload takes only one Agent.
 */
async function findUnknownLists(
  agents: readonly { id: AgentId; name: string }[],
  { question }: Pick<UploadRecord, 'question'>,
  { assignments }: Pick<Workspace['context'], 'assignments'>,
): Promise<string[]> {
  const areAgentsKnown = question?.kind === 'name-taken' && question.by.agentNames !== null;
  if (areAgentsKnown || agents.length < 2) return [];
  const asListed = agents.map((agent) => ({ ...agent, image: null, abilityIds: null }));
  const knownOf = await assignments.lookUp(asListed);
  return asListed.filter((agent) => knownOf(agent).known === 'no').map(({ name }) => name);
}

const MAX_NAMED = 3;

const namesOf = (names: readonly string[]): string => {
  const more = names.length > MAX_NAMED ? [`${names.length - MAX_NAMED} more`] : [];
  return joinAnd([...names.slice(0, MAX_NAMED), ...more]);
};

export const replaceFeature = {
  forms: {
    replace: {
      verb: 'replace',
      targets: ({ upload }) => [{ kind: 'upload', id: upload, name: null }],
      submit: ({ entry, metadata, payload }, workspace) =>
        submitReplacement(payload, metadata, entry.requester, workspace),
      isOfAnyAccount: true,
    },
  },
  entries: {
    replace: { done: (names) => `started replacing ${names}` },
    update: { done: (names) => `started updating ${names}` },
  },
} satisfies SlackFeature;
