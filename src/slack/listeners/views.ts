import type { App, types } from '@slack/bolt';
import type { Requester } from '../../core/access.ts';
import type { ChoosingVerb, Command, WordsChange } from '../../core/command.ts';
import { formatListQuery } from '../../core/list-query.ts';
import { type AbilityRef, formatAbilityRef } from '../../core/references.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import { oldFormModal, readingModal, sentTwiceModal } from '../blocks/modals.ts';
import { askBeforeUnassign, readChosenAbilities } from '../features/assign/assign.ts';
import { submitConnect } from '../features/connect.ts';
import { readSearch } from '../features/list/search.ts';
import { refusedModal } from '../features/refused.ts';
import { submitReplacement } from '../features/replace/replace.ts';
import { readSettings } from '../features/settings.ts';
import { CHOOSE_FIELD, readChosen } from '../features/show/choose.ts';
import { readTriggerWords, TRIGGER_WORDS_FIELD } from '../features/triggers.ts';
import { submitUpload } from '../features/upload/form.ts';
import { decodeMetadata, type ModalMetadata } from '../modal-metadata.ts';
import { isFormOfAnother, stampView } from '../outbound/fallback.ts';
import type { FormReply, Submitted } from '../payloads/form-values.ts';
import { identify, identityOf, SubmissionPayload } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { type AuditEntry, guard } from '../request/audit.ts';
import { changes, PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';

/** What somebody wants who sends a form. */
export const auditEntryOfForm = (metadata: ModalMetadata, requester: Requester): AuditEntry => ({
  ...{ requester, origin: metadata.origin, line: `form ${metadata.form}` },
  verb: verbOfForm(metadata),
  targets: targetsOfForm(metadata),
});

function verbOfForm(metadata: ModalMetadata): string {
  switch (metadata.form) {
    case 'assign':
    case 'unassign':
    case 'upload':
    case 'replace':
    case 'search':
    case 'settings':
    case 'connect':
      return metadata.form;
    case 'choose-agent':
      return 'assign';
    case 'trigger-words':
    case 'choose':
      return metadata.wanted;
    case 'edit-triggers':
      return 'triggers';
    case 'delete-several':
      return 'delete';
    // No form: it sends nothing.
    case 'answer':
      return 'help';
  }
}

function targetsOfForm(metadata: ModalMetadata): AuditTarget[] {
  switch (metadata.form) {
    case 'assign':
    case 'unassign':
      return [{ kind: 'agent', id: String(metadata.agentId), name: null }];
    case 'trigger-words':
    case 'edit-triggers':
      return [{ kind: 'installed', id: String(metadata.installedId), name: null }];
    case 'delete-several':
      return metadata.abilityIds.map((id) => ({ kind: 'ability', id: String(id), name: null }));
    case 'connect':
      return [{ kind: 'account', id: null, name: null }];
    case 'replace':
      return [{ kind: 'upload', id: metadata.upload, name: null }];
    default:
      return [];
  }
}

/** What the form that chooses Abilities leads to: the verb, on the chosen ones. */
export function commandOfChosen(then: ChoosingVerb, first: AbilityRef, chosen: AbilityRef[]): Command {
  switch (then) {
    case 'show':
    case 'triggers':
      return { verb: then, target: first };
    case 'enable':
    case 'disable':
      return { verb: then, targets: chosen };
    case 'delete':
      return { verb: then, targets: chosen, confirmed: false };
  }
}

/** The same as a line that a person could type. */
export const lineOfChosen = (then: ChoosingVerb, chosen: readonly AbilityRef[]): string =>
  `${then} ${chosen.map(formatAbilityRef).join(', ')}`;

/**
 * What was done to the words in a form, told against those it showed: so a word that somebody else adds meanwhile stays.
 * Null when nothing was.
 */
export function differenceOfWords(base: readonly string[], typed: readonly string[]): WordsChange | null {
  const add = typed.filter((word) => !base.includes(word));
  const remove = base.filter((word) => !typed.includes(word));
  return add.length + remove.length === 0 ? null : { kind: 'edit', add, remove };
}

type Memory = Pick<Workspace, 'log' | 'seen'>;

/** Longer than any ack takes. */
const BEGUN_MS = 15_000;

/** Whether this form had its ack before. While the store does not answer no form is known: one that needs the store says so itself, and no other waits for it. */
export async function wasAcked(key: string, { log, seen }: Memory): Promise<boolean> {
  try {
    return await seen.has(`acked:${key}`);
  } catch (error) {
    log.error({ err: error }, 'the store does not answer; a form is read without it');
    return false;
  }
}

/** From now on the form is known, if Slack sends it again. */
export async function rememberAck(key: string, { log, seen }: Memory): Promise<void> {
  try {
    await seen.claim(`acked:${key}`);
  } catch (error) {
    log.error({ err: error }, 'the store does not answer; a form that comes again would not be known');
  }
}

/** Whether nobody has begun the work of this form yet. While the store does not answer it is begun: none would be worse. */
export async function isBegunHere(key: string, { log, seen }: Memory): Promise<boolean> {
  try {
    return await seen.claim(`begun:${key}`, BEGUN_MS);
  } catch (error) {
    log.error({ err: error }, 'the store does not answer; a form is carried out without it');
    return true;
  }
}

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
  const answer = (command: Command, more: Partial<SlackRequest> = {}): Submitted =>
    submitted(
      { ...PLAIN_REQUEST, requester, origin: metadata.origin, asked: { ok: true, command }, ...more },
      view.id,
      workspace,
    );
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

function staysOpen(request: SlackRequest): boolean {
  const { asked, origin } = request;
  if (!asked.ok) return false;
  const { command: wanted } = asked;
  // Another form is sure to follow.
  if (wanted.verb === 'delete' && !wanted.confirmed && wanted.targets.length > 1) return true;
  if (origin.view?.type !== 'home') return false;
  // Of one Ability, its trigger words may be asked for.
  const mayAsk = (wanted.verb === 'enable' || wanted.verb === 'disable') && wanted.targets.length === 1;
  return !changes(request) || (mayAsk && !wanted.triggerWords);
}

/** Submitted: every form. It is checked here, on the spot; the service is asked after the ack. */
export function listenForSubmissions(app: App, findWorkspace: FindWorkspace): void {
  app.view(/.*/, async ({ ack, body, context }) => {
    const workspace = await findWorkspace(context);
    const payload = SubmissionPayload.parse(body);
    const key = `${payload.view.id}:${payload.view.hash}`;
    if (await wasAcked(key, workspace)) return ack();
    const { reply: drawn, work } = await readSubmission(payload, workspace);
    const reply = drawn && stamped(drawn, workspace);
    if (work) return ackOnce(key, { ack: () => ack(reply), again: (other) => ack(other), work }, workspace);
    await ack(reply);
    // A form with an error stays open, and is sent again as the same view.
    if (!reply) await rememberAck(key, workspace);
  });
}

/** What is shown in place of a form leaves with the ack, past the one door. */
const stamped = (reply: FormReply, { tenantId }: Workspace): FormReply =>
  reply.response_action === 'update' ? { ...reply, view: stampView(reply.view, tenantId) } : reply;

interface Once {
  ack: () => Promise<void>;
  /** Answers a form that was sent before. */
  again: (reply: FormReply) => Promise<void>;
  work: () => Promise<void>;
}

/**
 * Slack sends a submission again when it got no ack; the work is done once. A process that is killed between the two
 * leaves its claim for a short while: nobody knows then what was done, and that is said.
 */
async function ackOnce(key: string, { ack, again, work }: Once, workspace: Workspace): Promise<void> {
  if (!(await isBegunHere(key, workspace))) return again({ response_action: 'update', view: sentTwiceModal() });
  try {
    await ack();
  } catch (error) {
    // Without an ack Slack sends the form again, and that one has to find everything as it was.
    await workspace.seen.release(`begun:${key}`);
    throw error;
  }
  await rememberAck(key, workspace);
  await work();
}
