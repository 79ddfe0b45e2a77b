import type { Requester } from '../../core/access.ts';
import { formOf } from '../../core/registry.ts';
import { accountVersionOf } from '../../uploads/ports.ts';
import { oldFormModal, readingModal, sentTwiceModal } from '../blocks/modals.ts';
import { refusedModal } from '../features/refused.ts';
import { decodeMetadata, type ModalMetadata } from '../modal-metadata.ts';
import { isFormOfAnother, isFormOfOldAccount, stampView } from '../outbound/fallback.ts';
import { noteSubmission } from '../outbound/submitted-forms.ts';
import { withEmojiInForm } from '../payloads/emoji-codes.ts';
import { type FormReply, instead, type Submitted } from '../payloads/form-values.ts';
import { identify, identityOf, SubmissionPayload } from '../payloads/payloads.ts';
import { answerInForm } from '../pipeline/answer-form.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { formRowOf } from '../pipeline/forms.ts';
import { type AuditEntry, guard } from '../request/audit.ts';
import { changes, PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import type { Listeners } from './listen.ts';

function auditEntryOfForm(metadata: ModalMetadata, requester: Requester): AuditEntry {
  const { targets, verb } = formRowOf(metadata.form);
  return {
    requester,
    origin: metadata.origin,
    line: `form ${metadata.form}`,
    verb: typeof verb === 'string' ? verb : verb(metadata),
    targets: targets?.(metadata) ?? [],
  };
}

type Memory = Pick<Workspace, 'log' | 'seen'>;

/** Longer than any ack takes. */
const STARTED_MS = 15_000;

/**
 * Whether this submission was already acknowledged. If the store is unavailable, no form counts as acknowledged: a form
 * that needs the store reports the error itself, and the others do not depend on it.
 */
async function wasAcked(key: string, { log, seen }: Memory): Promise<boolean> {
  try {
    return await seen.has(`acked:${key}`);
  } catch (error) {
    log.error({ err: error }, 'store unavailable, resubmitted forms not detected');
    return false;
  }
}

async function rememberAck(key: string, { log, seen }: Memory): Promise<void> {
  try {
    await seen.claim(`acked:${key}`);
  } catch (error) {
    log.error({ err: error }, 'store unavailable, ack of a form not recorded');
  }
}

/**
 * Claims the work of a submission. If the store is unavailable it is done anyway: losing the submission would be worse.
 */
async function isStartedHere(key: string, { log, seen }: Memory): Promise<boolean> {
  try {
    return await seen.claim(`begun:${key}`, STARTED_MS);
  } catch (error) {
    log.error({ err: error }, 'store unavailable, form processed without a claim');
    return true;
  }
}

async function readSubmission(payload: SubmissionPayload, workspace: Workspace): Promise<Submitted> {
  const { user, view } = payload;
  const metadata = decodeMetadata(view.private_metadata);
  if (!metadata) return instead(oldFormModal());
  const requester = await identify(identityOf(user, metadata.origin, workspace), workspace);
  if (isFormOfAnother(view.private_metadata, workspace.tenantId)) {
    return instead(refusedModal({ why: 'copied-button' }, requester.ref));
  }
  const isOld = isFormOfOldAccount(view.private_metadata, accountVersionOf(workspace.uploadTools.account));
  if (isOld && !formRowOf(metadata.form).isOfAnyAccount) {
    return instead(refusedModal({ why: 'old-account' }, requester.ref));
  }
  const entry = auditEntryOfForm(metadata, requester);
  const refusal = await guard(entry, requester, workspace);
  if (refusal) return instead(refusedModal(refusal, requester.ref));
  // A key is kept to the letter.
  const written = metadata.form === 'connect' ? payload : await withEmojiInForm(payload);
  const asked = await formRowOf(metadata.form).submit({ entry, metadata, payload: written }, workspace);
  if (!('command' in asked)) return asked;
  const { command, inForm, more, staysOpen = false } = asked;
  const request = {
    ...PLAIN_REQUEST,
    requester,
    origin: metadata.origin,
    ...more,
    asked: { ok: true, command },
  } as const;
  return inForm
    ? answerInForm(request, inForm, workspace)
    : submitted(request, view.id, staysOpen || opensForm(request), workspace);
}

/**
 * If a view follows that has no message to go to, or the form was drawn in the modal that the answer goes to, it replaces
 * the form, which stays open until then. Other answers go to the place where the form was opened.
 */
function submitted(request: SlackRequest, viewId: string, staysOpen: boolean, workspace: Workspace): Submitted {
  const { origin } = request;
  const isItsPlace = origin.view?.id === viewId;
  if (!isItsPlace && !staysOpen) return { reply: undefined, work: () => answerRequest(request, workspace) };
  const stays = isItsPlace ? { ...request, origin: { ...origin, view: null } } : request;
  // Until Slack has the ack, only this ID identifies the modal.
  const externalId = `answer-${viewId}`;
  return {
    reply: { response_action: 'update', view: { ...readingModal('Abilities'), external_id: externalId } },
    work: () => answerRequest({ ...stays, opened: { externalId } }, workspace),
  };
}

/** Whether another form follows or may follow, or a view is shown where there is no message. */
function opensForm(request: SlackRequest): boolean {
  const { asked, origin } = request;
  if (!asked.ok) return false;
  if (formOf(asked.command, false)) return true;
  return origin.view?.type === 'home' && (!changes(request) || formOf(asked.command, true) !== null);
}

/** Every form. Validated before the ack; the service is called after it. */
export const submissionListener =
  (findWorkspace: FindWorkspace): Listeners['submission'] =>
  async ({ ack, body, context }) => {
    const workspace = await findWorkspace(context);
    const payload = SubmissionPayload.parse(body);
    noteSubmission(workspace.tenantId, payload.view.id);
    const key = `${payload.view.id}:${payload.view.hash}`;
    if (await wasAcked(key, workspace)) return ack();
    const { reply: drawn, work } = await readSubmission(payload, workspace);
    const reply = drawn && stamped(drawn, workspace);
    if (work) return ackOnce(key, { ack: () => ack(reply), again: (other) => ack(other), work }, workspace);
    await ack(reply);
    // A form with an error stays open, and is submitted again as the same view.
    if (!reply) await rememberAck(key, workspace);
  };

/** A view that replaces the form is sent with the ack instead of through `Outbound`, so it is stamped here. */
const stamped = (reply: FormReply, { tenantId, uploadTools }: Workspace): FormReply =>
  reply.response_action === 'update'
    ? { ...reply, view: stampView(reply.view, { tenantId, account: accountVersionOf(uploadTools.account) }) }
    : reply;

interface Once {
  ack: () => Promise<void>;
  /** Answers a form that was already submitted. */
  again: (reply: FormReply) => Promise<void>;
  work: () => Promise<void>;
}

/**
 * Slack retries a submission without an ack; the work is done once. If the process is killed in between, its claim
 * remains for a short time: the result is then unknown, and a retry gets that answer.
 */
async function ackOnce(key: string, { ack, again, work }: Once, workspace: Workspace): Promise<void> {
  if (!(await isStartedHere(key, workspace))) return again({ response_action: 'update', view: sentTwiceModal() });
  try {
    await ack();
  } catch (error) {
    // Without an ack Slack submits the form again, and the retry must be able to claim it.
    await workspace.seen.release(`begun:${key}`);
    throw error;
  }
  await rememberAck(key, workspace);
  await work();
}
