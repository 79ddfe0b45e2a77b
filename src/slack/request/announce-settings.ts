import { mergePolicy } from '../../core/access/policy.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Workspace } from '../workspace.ts';
import { announceChange, tell } from './announce-change.ts';

/**
 * Tells the channel that is told every change what happened to the rules themselves: also the channel that was told until
 * then, so that nobody can take it away without a word. Never throws.
 * @param notice mrkdwn.
 */
export async function announceSettings(outcome: Outcome, notice: string, workspace: Workspace): Promise<void> {
  if (outcome.kind === 'connected' || outcome.kind === 'disconnected') return announceChange(notice, null, workspace);
  if (outcome.kind !== 'settings-saved') return;
  const channels = [outcome.before, outcome.after].map(
    (stored) => mergePolicy(workspace.config.policy, stored).auditChannel,
  );
  for (const channel of new Set(channels)) if (channel !== null) await tell(channel, null, notice, workspace);
}
