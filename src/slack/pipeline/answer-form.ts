import { withTrace } from '../../base/request-context.ts';
import type { Outcome } from '../../core/outcome.ts';
import { Allowed } from '../../core/permissions.ts';
import { hideForbidden } from '../blocks/buttons.ts';
import type { InForm, Submitted } from '../payloads/form-values.ts';
import { auditEntryOf, recordRefusal, runAudited } from '../request/audit.ts';
import type { SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { drawingOf } from './draw.ts';
import { destinationOf, drawAnswer, drawContextOf } from './frame.ts';

type FormRequest = SlackRequest & { asked: Extract<SlackRequest['asked'], { ok: true }> };

/**
 * Answers a form that shows its own result: authorizes, audits and runs the command, then draws the result in the form,
 * all before the ack. Only for commands that don't change the account directly. Never throws.
 */
export function answerInForm(request: FormRequest, { fault, show }: InForm, workspace: Workspace): Promise<Submitted> {
  const { ref } = request.requester;
  return withTrace(ref, async () => {
    try {
      const outcome = await run(request, workspace);
      if (!outcome || outcome.kind === 'refused' || outcome.kind === 'trouble') return fault(ref);
      const { isAnswered, reply } = show(outcome);
      return isAnswered ? { reply, work: () => answerToo(outcome, request, workspace) } : { reply };
    } catch (error) {
      workspace.log.error({ err: error, ref }, 'form not processed');
      return fault(ref);
    } finally {
      workspace.auditLog.answered(ref);
    }
  });
}

async function run(request: FormRequest, workspace: Workspace): Promise<Outcome | null> {
  const { command } = request.asked;
  const allowed = Allowed.check(command, request.requester);
  if (allowed instanceof Allowed) return (await runAudited(allowed, { ...request, shared: null }, workspace)).outcome;
  await recordRefusal(await auditEntryOf(command, request, workspace), allowed, workspace);
  return null;
}

/** Also sends the outcome as a message, after the ack. */
const answerToo = (came: Outcome, request: FormRequest, workspace: Workspace): Promise<void> =>
  withTrace(request.requester.ref, async () => {
    const { outcome = came } = (await drawingOf(came).prepare?.(came, request, workspace)) ?? {};
    const answer = await drawAnswer(outcome, request, drawContextOf(request), workspace);
    await workspace.outbound.deliver(hideForbidden(answer, request.requester), destinationOf(request, null));
  });
