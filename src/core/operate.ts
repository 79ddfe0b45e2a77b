import { isServiceError } from '../service/errors.ts';
import type { Requester } from './access.ts';
import type { Command } from './command.ts';
import type { OperationContext } from './operation-context.ts';
import type { Outcome } from './outcome.ts';
import { refuseAccess } from './permissions.ts';
import { runCommand, wantedOf } from './registry.ts';
import { findVerb, suggestLine, unknownVerb } from './verbs.ts';
import { withWanted } from './wanted.ts';

const verbs = { findVerb, suggestLine, unknownVerb };

/**
 * Carries out one command, for whoever may do that. A service that fails comes back as an outcome, told to the person like any other; what is
 * thrown from here is a fault of the program. An operation that throws a service error has not changed anything:
 * those that may have, answer for themselves.
 */
export async function operate(command: Command, context: OperationContext, requester: Requester): Promise<Outcome> {
  const refusal = refuseAccess(command, requester);
  if (refusal) return { kind: 'refused', refusal };
  const run = { context, requester, verbs };
  return tellTrouble(async () => withWanted(await runCommand(command, run), wantedOf(command)));
}

/** A service that fails becomes an outcome. */
export async function tellTrouble(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: 'none' };
  }
}
