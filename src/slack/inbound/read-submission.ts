import type { types } from '@slack/bolt';
import type { Command } from '../../core/command.ts';
import { formatListQuery } from '../../core/format-list-query.ts';
import { CHOOSE_FIELD } from '../blocks/abilities/choose-modal.ts';
import { oldFormModal, readingModal, refusedModal } from '../blocks/modal-frame.ts';
import { TRIGGER_WORDS_FIELD } from '../blocks/triggers/trigger-words-modal.ts';
import { decodeMetadata } from '../modal-metadata.ts';
import { isFormOfAnother } from '../outbound/stamp.ts';
import { answerRequest } from '../request/answer-request.ts';
import { guard } from '../request/guard.ts';
import { changesSomething, PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { askBeforeUnassign } from './ask-before-unassign.ts';
import { auditEntryOfForm } from './audit-entry-of-form.ts';
import { commandOfChosen, lineOfChosen } from './command-of-chosen.ts';
import { differenceOfWords } from './difference-of-words.ts';
import { readChosen, readChosenAbilities, readSearch, readTriggerWords } from './form-values.ts';
import { identify, identityOf } from './identify.ts';
import type { SubmissionPayload } from './payloads.ts';
import { submitConnect } from './submit-connect.ts';
import { submitReplacement } from './submit-replacement.ts';
import { readSettings } from './submit-settings.ts';
import { submitUpload } from './submit-upload.ts';
import type { Submitted } from './submitted.ts';

const instead = (view: types.ModalView): Submitted => ({ reply: { response_action: 'update', view } });
const errorAt = (block: string, sentence: string): Submitted => ({
  reply: { response_action: 'errors', errors: { [block]: sentence } },
});

/** Reads a submitted form, whichever it is. */
export async function readSubmission(payload: SubmissionPayload, workspace: Workspace): Promise<Submitted> {
  const { user, view } = payload;
  const metadata = decodeMetadata(view.private_metadata);
  if (!metadata) return instead(oldFormModal());
  const requester = await identify(identityOf(user, metadata.origin, workspace), workspace);
  if (isFormOfAnother(view.private_metadata, workspace.tenantId)) {
    return instead(refusedModal({ why: 'copied-button' }, requester.ref));
  }
  const entry = auditEntryOfForm(metadata, requester);
  const refusal = await guard(entry, requester, workspace);
  if (refusal) return instead(refusedModal(refusal, requester.ref));
  const answer = (wanted: Command, more: Partial<SlackRequest> = {}): Submitted =>
    submitted({ ...PLAIN_REQUEST, requester, origin: metadata.origin, wanted, ...more }, view.id, workspace);
  switch (metadata.form) {
    case 'assign': {
      const abilityIds = readChosenAbilities(view);
      if (abilityIds.length === 0) return instead(await askBeforeUnassign(metadata, requester, workspace));
      return answer({ verb: 'save-assignment', agentId: metadata.agentId, abilityIds });
    }
    case 'unassign':
      return answer({ verb: 'unassign', agent: { by: 'agent', id: metadata.agentId }, confirmed: true });
    case 'trigger-words': {
      const words = readTriggerWords(view);
      if (!words.ok) return { reply: { response_action: 'errors', errors: words.errors } };
      const targets = [{ by: 'installed', id: metadata.installedId } as const];
      return answer({ verb: metadata.wanted, targets, triggerWords: words.value }, { redraw: metadata.redraw });
    }
    case 'edit-triggers': {
      const words = readTriggerWords(view);
      if (!words.ok) return { reply: { response_action: 'errors', errors: words.errors } };
      const change = differenceOfWords(metadata.base, words.value);
      if (!change)
        return errorAt(TRIGGER_WORDS_FIELD.block, 'These are the words as they were. Change them, or press Cancel.');
      const target = { by: 'installed', id: metadata.installedId } as const;
      return answer({ verb: 'change-triggers', target, change, confirmed: false, seen: metadata.base });
    }
    case 'search': {
      const query = readSearch(view);
      return answer({ verb: 'list', query }, { line: formatListQuery(query) });
    }
    case 'choose': {
      const chosen = readChosen(view);
      const [first] = chosen;
      if (!first) return errorAt(CHOOSE_FIELD.block, 'Choose an Ability.');
      return answer(commandOfChosen(metadata.wanted, first, chosen), { line: lineOfChosen(metadata.wanted, chosen) });
    }
    case 'delete-several': {
      const targets = metadata.abilityIds.map((id) => ({ by: 'ability', id }) as const);
      const waiting = metadata.waits ? { waits: metadata.waits } : {};
      return answer({ verb: 'delete', targets, confirmed: true, ...waiting });
    }
    case 'upload':
      return { reply: await submitUpload(payload, metadata, requester, workspace) };
    case 'replace':
      return submitReplacement(payload, metadata, entry, workspace);
    case 'settings': {
      const settings = await readSettings(view, user.id, workspace);
      if (!settings.ok) return { reply: { response_action: 'errors', errors: settings.errors } };
      return answer({ verb: 'save-settings', settings: settings.value });
    }
    case 'connect':
      return { reply: await submitConnect(view, entry, workspace) };
    // Neither has anything to send.
    case 'choose-agent':
    case 'answer':
      return { reply: undefined };
  }
}

/**
 * What is shown after a form takes its place where nothing else is clicked: the form itself waits for it then. Anything
 * else is told where the form was opened.
 */
function submitted(request: SlackRequest, viewId: string, workspace: Workspace): Submitted {
  if (!staysOpen(request)) return { reply: undefined, work: () => answerRequest(request, workspace) };
  // Until Slack has the ack, only this ID leads to the modal that it shows.
  const externalId = `answer-${viewId}`;
  return {
    reply: { response_action: 'update', view: { ...readingModal('Abilities'), external_id: externalId } },
    work: () => answerRequest({ ...request, opened: { externalId } }, workspace),
  };
}

function staysOpen({ origin, wanted }: SlackRequest): boolean {
  if ('kind' in wanted) return false;
  // Another form is sure to follow.
  if (wanted.verb === 'delete' && !wanted.confirmed && wanted.targets.length > 1) return true;
  if (origin.view?.type !== 'home') return false;
  // Of one Ability, its trigger words may be asked for.
  const mayAsk = (wanted.verb === 'enable' || wanted.verb === 'disable') && wanted.targets.length === 1;
  return !changesSomething(wanted) || (mayAsk && !wanted.triggerWords);
}
