import * as z from 'zod';
import { SHORTEST_SECRET } from '../../base/logger.ts';
import { withTrace } from '../../base/request-context.ts';
import { auditResultOf, faultResult } from '../../core/audit.ts';
import { connectAccount } from '../../core/operations/team.ts';
import { credentialHeader } from '../../service/types.ts';
import { CONNECT_FIELD } from '../blocks/connect.ts';
import { sentenceModal } from '../blocks/modals.ts';
import { noticeOf } from '../blocks/notice.ts';
import type { FormReply } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';
import { announceSettings } from '../request/announce.ts';
import { type AuditEntry, finishAudit, startAudit } from '../request/audit.ts';
import type { Workspace } from '../workspace.ts';

const Field = z.object({ value: z.string().nullish() });

/** For the ack Slack waits 3 seconds, of which some have passed. */
const ACK_MS = 2600;
const CHECK_MS = 2000;

/**
 * The form that takes an API key: asked about at the service before anything is kept, and only then acked. The key is in no
 * command and in no view that comes of this, so that nothing which logs, records or draws those can show it.
 * @returns undefined closes the form.
 */
export function submitConnect(view: View, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  return withTrace(entry.requester.ref, () => submit(view, entry, workspace));
}

async function submit(view: View, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  const { requester } = entry;
  try {
    const apiKey = (Field.safeParse(view.state.values[CONNECT_FIELD]?.[CONNECT_FIELD]).data?.value ?? '').trim();
    return isKey(apiKey)
      ? await connect(apiKey, entry, workspace)
      : errorAt('This is no API key: it is too short, or holds characters that none has. Nothing was kept.');
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'an account could not be connected');
    return errorAt(`I could not keep this just now. Press Connect again in a minute. (ref ${requester.ref})`);
  }
}

const errorAt = (sentence: string): FormReply => ({ response_action: 'errors', errors: { [CONNECT_FIELD]: sentence } });

/** The last four characters are shown: they must not be the most of it. */
function isKey(text: string): boolean {
  if (text.length < SHORTEST_SECRET) return false;
  try {
    return Boolean(credentialHeader({ kind: 'api-key', value: text }));
  } catch {
    return false;
  }
}

async function connect(apiKey: string, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  const { requester } = entry;
  const { context } = workspace;
  const audit = await startAudit(entry, workspace);
  const passedMs = context.now().getTime() - requester.at.getTime();
  const withinMs = Math.max(100, Math.min(CHECK_MS, ACK_MS - passedMs));
  try {
    const outcome = await connectAccount(apiKey, { by: requester.userId, withinMs }, context);
    if (outcome.kind === 'key-not-kept') {
      const { sentence } = outcome;
      const { targets } = entry;
      await finishAudit(audit, { outcome: 'failed', why: sentence, targets, before: null, after: null }, workspace);
      return errorAt(sentence);
    }
    await finishAudit(audit, auditResultOf(outcome), workspace);
    const told = noticeOf(outcome, requester) ?? '';
    // Not waited for: the form has to be answered.
    void announceSettings(outcome, told, workspace);
    return { response_action: 'update', view: sentenceModal('Connect an account', told) };
  } catch (error) {
    await finishAudit(audit, faultResult(), workspace);
    throw error;
  }
}
