import { refuseVerb } from '../../core/access/refuse-access.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Requester } from '../../core/requester.ts';
import { type AuditEntry, type Recorder, recordRefusal } from './audit.ts';

/** For what is no command: why somebody may not do it, written down; null when they may. */
export async function guard(
  entry: AuditEntry,
  requester: Pick<Requester, 'access'>,
  workspace: Recorder,
): Promise<Refusal | null> {
  const refusal = refuseVerb(entry.verb, requester);
  if (refusal) await recordRefusal(entry, refusal, workspace);
  return refusal;
}
