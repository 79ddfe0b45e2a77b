import type { AbilityId } from '@abilities-bot/service-api';
import type { Requester } from '../../../src/core/access.ts';
import type { Command } from '../../../src/core/command.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { changeOf } from '../../../src/core/registry.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { type Account, ANA } from './account.ts';

/** Carries out the command and records its change. @returns the ID of the change. */
export async function change({ context }: Account, command: Command, requester: Requester = ANA): Promise<string> {
  return keep(await runIfAllowed(command, context, requester), context, requester);
}

/** Records the change of an outcome, as the Slack side does after each command. */
export async function keep(outcome: Outcome, { undoLog }: Account['context'], requester: Requester): Promise<string> {
  const made = changeOf(outcome);
  if (!made) throw new Error(`${outcome.kind} changed nothing`);
  return (await undoLog.record(requester.userId, made)).id;
}

export const undo = ({ context }: Account, changeId: string | null, requester: Requester = ANA): Promise<Outcome> =>
  runIfAllowed({ verb: 'undo', changeId }, context, requester);

/** Who undid the change; null if nobody has. */
export const undoneBy = async ({ context }: Account, id: string) => (await context.undoLog.find(id))?.undoneBy;

export const cannotUndo = (reason: string, what: string | null) => ({
  kind: 'refused',
  refusal: { why: 'cannot-undo', reason, what },
});

export const toggle = (verb: 'enable' | 'disable', ...names: string[]): Command => ({
  verb,
  targets: names.map((name) => ({ by: 'name', name })),
});

/** Assigns these Abilities to the Agent. */
export async function assign({ ability, agent }: Account, agentName: string, names: string[]): Promise<Command> {
  const abilityIds: AbilityId[] = [];
  for (const name of names) abilityIds.push((await ability(name)).id);
  return { verb: 'save-assignment', agentId: (await agent(agentName)).id, abilityIds };
}
