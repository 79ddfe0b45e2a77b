import { isServiceError } from '../service/errors.ts';
import type { Requester } from './access.ts';
import { changeLookup } from './changes.ts';
import type { Command } from './command.ts';
import { NotLockedError } from './locks.ts';
import { lastNameOf } from './lookup.ts';
import { withNextAction } from './next-action.ts';
import type { OperationContext } from './operation-context.ts';
import type { AskedFor, Outcome } from './outcome.ts';
import { Allowed } from './permissions.ts';
import {
  changesSomething,
  isCountedOnHome,
  nextActionOf,
  plannedOf,
  plannedVerb,
  runCommand,
  switchOf,
  targetsOf,
} from './registry.ts';
import type { VerbLookup } from './verb.ts';
import { findVerb, parseCommand, suggestLine, unknownVerb } from './verbs.ts';

/** The functions of the verb table that features and the Home tab use. */
export const verbLookup: VerbLookup = {
  findVerb,
  suggestLine,
  unknownVerb,
  plannedOfLine: (line, plan) => {
    const read = parseCommand(line);
    return read.ok ? plannedOf(read.command, plan) : null;
  },
  switchOfLine: (line, records) => {
    const read = parseCommand(line);
    return read.ok ? switchOf(read.command, records) : null;
  },
  plannedVerb,
};

/** True if Home counts a planned line. */
export function isCountedLine(line: string): boolean {
  const read = parseCommand(line);
  return read.ok && isCountedOnHome(read.command);
}

/** Runs a command if the person has access. */
export async function runIfAllowed(
  command: Command,
  context: OperationContext,
  requester: Requester,
): Promise<Outcome> {
  const allowed = Allowed.check(command, requester);
  return allowed instanceof Allowed ? runAllowed(allowed, context) : { kind: 'refused', refusal: allowed };
}

/**
 * Runs one permitted command. A service error or an unavailable lock becomes an outcome; any other exception is a bug.
 * Operations throw these two errors only if nothing changed; after a possible change they must return an outcome.
 * @param attemptId ID of its entry in the audit log.
 */
export async function runAllowed(
  { command, requester }: Allowed,
  context: OperationContext,
  attemptId: string | null = null,
): Promise<Outcome> {
  const outcome = await reportTrouble(async () =>
    withNextAction(
      await runCommand(command, { attemptId, changes: changeLookup, context, requester, verbs: verbLookup }),
      nextActionOf(command),
    ),
  );
  return outcome.kind === 'trouble' ? { ...outcome, asked: askedFor(command, context) } : outcome;
}

function askedFor(command: Command, context: OperationContext): AskedFor {
  const [target, ...others] = targetsOf(command);
  const name = target && others.length === 0 ? (target.name ?? lastNameOf(target, context)) : null;
  return { changes: changesSomething(command), name };
}

/** Turns a service error or an unavailable lock into an outcome. */
export async function reportTrouble(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotLockedError) return { kind: 'refused', refusal: error.refusal };
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: 'none' };
  }
}
