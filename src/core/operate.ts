import { isServiceError } from '../service-client/errors/index.ts';
import type { Command } from './command.ts';
import { openAssignForm, saveAssignment } from './operations/assign-abilities.ts';
import type { OperationContext } from './operations/context.ts';
import { askBeforeDelete, deleteAbility } from './operations/delete-ability.ts';
import { listAbilities } from './operations/list-abilities.ts';
import { listAgents } from './operations/list-agents.ts';
import { showAbility } from './operations/show-ability.ts';
import { toggleAbility } from './operations/toggle-ability.ts';
import type { Outcome } from './outcome.ts';
import { unknownVerb } from './parse-command.ts';
import { findVerb } from './verbs.ts';

/**
 * Carries out one command. A service that fails comes back as an outcome, told to the person like any other; what is
 * thrown from here is a fault of the program. An operation that throws a service error has not changed anything:
 * those that may have, answer for themselves.
 */
export async function operate(command: Command, context: OperationContext): Promise<Outcome> {
  try {
    return await dispatch(command, context);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: 'none' };
  }
}

function dispatch(command: Command, context: OperationContext): Promise<Outcome> | Outcome {
  switch (command.verb) {
    case 'list':
      return listAbilities(command.page, context);
    case 'show':
      return showAbility(command.target, context);
    case 'agents':
      return listAgents(context);
    case 'assign':
      return openAssignForm(command.agent, context);
    case 'save-assignment':
      return saveAssignment(command.agentId, command.abilityIds, context);
    case 'enable':
    case 'disable':
      return toggleAbility(command, context);
    case 'delete':
      // Only a confirmed ID is deleted; a confirmed name asks again.
      return command.confirmed && command.target.by === 'ability'
        ? deleteAbility(command.target.id, context)
        : askBeforeDelete(command.target, context);
    case 'upload':
      return { kind: 'upload-form' };
    case 'help':
      return explainVerb(command.about);
  }
}

function explainVerb(about: string | null): Outcome {
  if (about === null || findVerb(about)) return { kind: 'help', about };
  return { kind: 'refused', refusal: unknownVerb(about) };
}
