import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { isReadOnSubmit } from '../../src/slack/listeners/actions.ts';
import { encodeMetadata, NOWHERE } from '../../src/slack/modal-metadata.ts';

const input = { type: 'plain_text_input', action_id: 'name', block_id: 'name' };
const button = { type: 'button', action_id: 'list', block_id: 'list', value: '{"v":1,"do":"list"}' };
const settings = encodeMetadata({ form: 'settings', origin: NOWHERE });
const choosing = { form: 'choose-agent', abilityId: AbilityId.parse(6001), origin: NOWHERE } as const;
const agents = encodeMetadata(choosing);
const assign = encodeMetadata({ form: 'assign', agentId: AgentId.parse(7001), origin: NOWHERE });
const adding = encodeMetadata({ form: 'add-to-agent', abilityId: AbilityId.parse(6001), origin: NOWHERE });
const word = InstalledAbilityId.parse(90001);
const words = encodeMetadata({ form: 'edit-triggers', installedId: word, base: [], origin: NOWHERE });
const upload = encodeMetadata({ form: 'upload', file: null, origin: NOWHERE, seenSha256: null, upload: null });
const modal = (metadata: string) => ({ id: 'V0', hash: '1', type: 'modal', private_metadata: metadata });

test.each([
  ['a field of a form', { view: modal(settings), actions: [input] }, true],
  ['a field of an unknown form', { view: modal('{}'), actions: [input] }, true],
  ['a field that other fields follow', { view: modal(agents), actions: [input] }, false],
  ['a field of a form that warns', { view: modal(upload), actions: [input] }, false],
  ['the Abilities of an Agent', { view: modal(assign), actions: [input] }, false],
  ['the Agent of an Ability', { view: modal(adding), actions: [input] }, false],
  ['trigger words', { view: modal(words), actions: [input] }, false],
  ['a field whose form is not even named by a string', { view: modal('{"form":["upload"]}'), actions: [input] }, true],
  ['a button in a modal', { view: modal(settings), actions: [button] }, false],
  ['a field on the Home tab', { view: { ...modal(''), type: 'home' }, actions: [input] }, false],
  ['a button in a message', { actions: [button] }, false],
  ['an unreadable payload', { view: modal(settings), actions: [] }, false],
])('%s', (_what, body, isRead) => {
  expect(isReadOnSubmit(body)).toBe(isRead);
});
