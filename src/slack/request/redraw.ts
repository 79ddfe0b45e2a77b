import { operate } from '../../core/operate.ts';
import type { Outcome } from '../../core/outcome.ts';
import { parseCommand } from '../../core/parse-command.ts';
import type { Workspace } from '../workspace.ts';
import { changesSomething, type SlackRequest } from './request.ts';

/** What asks something first stands alone, and so does trouble: asking again would only make the person wait longer. */
const WAITS: ReadonlySet<Outcome['kind']> = new Set([
  'needs-trigger-words',
  'triggers-form',
  'triggers-question',
  'assign-form',
  'choose-agent-form',
  'unassign-question',
  'delete-question',
  'delete-several-question',
  'trouble',
]);

/**
 * After a change the message is drawn from what the service says now, never from what it should say.
 */
export async function redraw(
  { requester, redraw: line }: Pick<SlackRequest, 'requester' | 'redraw'>,
  outcome: Outcome,
  { context }: Workspace,
): Promise<Outcome | null> {
  if (line === null || WAITS.has(outcome.kind)) return null;
  const read = parseCommand(line);
  // What draws only looks, whatever a button says.
  if (!read.ok || changesSomething(read.command)) return null;
  const drawn = await operate(read.command, context, requester);
  return drawn.kind === 'trouble' || drawn.kind === 'refused' ? null : drawn;
}
