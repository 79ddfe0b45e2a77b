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
 * True if this submission was already acked. If the store is unavailable, the result is false: a form that needs the
 * store reports the error itself, and the others don't depend on it.
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
 * Claims a submission. If the store is unavailable, the work is done anyway, because losing the submission would be
 * worse.
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
  // The API key must not be changed, so emoji codes in it aren't replaced.
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
 * Decides whether the answer replaces the form or goes where the form was opened. It replaces the form if it has no
 * message to go to, or if the form itself was the place for the answer; the form then shows that it is loading.
 */
function submitted(request: SlackRequest, viewId: string, staysOpen: boolean, workspace: Workspace): Submitted {
  const { origin } = request;
  const isItsPlace = origin.view?.id === viewId;
  if (!isItsPlace && !staysOpen) return { reply: undefined, work: () => answerRequest(request, workspace) };
  const stays = isItsPlace ? { ...request, origin: { ...origin, view: null } } : request;
  // Until Slack has received the ack, the modal can only be found by this ID.
  const externalId = `answer-${viewId}`;
  return {
    reply: { response_action: 'update', view: { ...readingModal('Abilities'), external_id: externalId } },
    work: () => answerRequest({ ...stays, opened: { externalId } }, workspace),
  };
}

/** True if another form may follow, or if the answer is a view for a request without a message. */
function opensForm(request: SlackRequest): boolean {
  const { asked, origin } = request;
  if (!asked.ok) return false;
  if (formOf(asked.command, false)) return true;
  return origin.view?.type === 'home' && (!changes(request) || formOf(asked.command, true) !== null);
}

/** Handles every form. Input is validated before the ack, and the service is called after it. */
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
    // A form with errors stays open and is submitted again as the same view, so its ack must not be remembered.
    if (!reply) await rememberAck(key, workspace);
  };

/** A view that replaces the form is sent with the ack, not through `Outbound`, so it is stamped here. */
const stamped = (reply: FormReply, { tenantId, uploadTools }: Workspace): FormReply =>
  reply.response_action === 'update'
    ? { ...reply, view: stampView(reply.view, { tenantId, account: accountVersionOf(uploadTools.account) }) }
    : reply;

interface Once {
  ack: () => Promise<void>;
  /** Replies to a submission that is already being processed. */
  again: (reply: FormReply) => Promise<void>;
  work: () => Promise<void>;
}

/**
 * Slack retries an unacked submission, but the work must be done only once. If the process is killed in between, its
 * claim remains for a short time: the result is then unknown, and retries get that answer.
 */
async function ackOnce(key: string, { ack, again, work }: Once, workspace: Workspace): Promise<void> {
  if (!(await isStartedHere(key, workspace))) return again({ response_action: 'update', view: sentTwiceModal() });
  try {
    await ack();
  } catch (error) {
    // Without an ack, Slack retries the submission, and the retry must be able to claim it.
    await workspace.seen.release(`begun:${key}`);
    throw error;
  }
  await rememberAck(key, workspace);
  await work();
}
