import { isServiceError } from '../service/errors.ts';
import type { Requester } from './access.ts';
import type { Command } from './command.ts';
import { approve, decline, listApprovals } from './features/approvals.ts';
import { browseAgents, chooseAgent, openAssignForm, saveAssignment, unassignAbilities } from './features/assign.ts';
import { disconnectAccount, openConnect } from './features/connect.ts';
import { deleteTargets } from './features/delete.ts';
import { exportAccount } from './features/export.ts';
import { readHistory } from './features/history.ts';
import { browseAbilities } from './features/list.ts';
import { openSettings, saveSettings } from './features/settings.ts';
import { findThing, showAbility } from './features/show.ts';
import { startAbility } from './features/starter.ts';
import { toggleTargets } from './features/toggle.ts';
import { changeTriggers, openTriggersForm, showTriggers } from './features/triggers.ts';
import { undoChange } from './features/undo.ts';
import type { OperationContext } from './operation-context.ts';
import type { Outcome } from './outcome.ts';
import { refuseAccess } from './permissions.ts';
import { findVerb, suggestLine, unknownVerb } from './verbs.ts';
import { withWanted } from './wanted.ts';

/**
 * Carries out one command, for whoever may do that. A service that fails comes back as an outcome, told to the person like any other; what is
 * thrown from here is a fault of the program. An operation that throws a service error has not changed anything:
 * those that may have, answer for themselves.
 */
export async function operate(command: Command, context: OperationContext, requester: Requester): Promise<Outcome> {
  const refusal = refuseAccess(command, requester);
  if (refusal) return { kind: 'refused', refusal };
  return tellTrouble(async () => withWanted(await dispatch(command, context, requester), command));
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

async function dispatch(command: Command, context: OperationContext, requester: Requester): Promise<Outcome> {
  switch (command.verb) {
    case 'list':
      return browseAbilities(command.query, context);
    case 'search':
      return { kind: 'search-form', query: command.query };
    case 'show':
      return showAbility(command.target, context);
    case 'find':
      return findThing(command.name, context, suggestLine);
    case 'choose':
      return { kind: 'choose-form', wanted: command.wanted };
    case 'triggers':
      return showTriggers(command.target, context);
    case 'edit-triggers':
      return openTriggersForm(command.target, context);
    case 'change-triggers':
      return changeTriggers(command, context);
    case 'agents':
      return browseAgents(context);
    case 'assign':
      return openAssignForm(command, context);
    case 'assign-to':
      return chooseAgent(command.abilityId, context);
    case 'save-assignment':
      return saveAssignment(command.agentId, command.abilityIds, context);
    case 'unassign':
      return unassignAbilities(command, context);
    case 'enable':
    case 'disable':
      return toggleTargets(command, context);
    case 'delete':
      return deleteTargets(command, requester, context);
    case 'upload':
      return { kind: 'upload-form' };
    case 'export':
      return exportAccount(context);
    case 'new':
      return startAbility(command.name);
    case 'undo':
      return undoChange(command.changeId, requester, context);
    case 'whoami':
      return { kind: 'whoami', access: requester.access };
    case 'history':
      return readHistory(command.query, requester, context);
    case 'doctor':
      return { kind: 'examined', findings: await context.doctor.examine() };
    case 'settings':
      return openSettings(context);
    case 'save-settings':
      return saveSettings(command.settings, requester, context);
    case 'approvals':
      return listApprovals(command.rows ?? null, context);
    case 'approve':
      return approve(command.id, requester, context);
    case 'decline':
      return decline(command.id, requester, context);
    case 'connect':
      return openConnect(context);
    case 'disconnect':
      return disconnectAccount(command.confirmed, context);
    case 'help':
      return explainVerb(command.about, context);
  }
}

function explainVerb(about: string | null, { connection }: OperationContext): Outcome {
  const isFixed = connection.kind === 'fixed';
  if (about === null) return { kind: 'help', about, ...(isFixed ? { fixedAccount: true } : {}) };
  const verb = findVerb(about);
  if (verb?.onlyOwnAccount && isFixed) return { kind: 'refused', refusal: { why: 'key-fixed' } };
  return verb ? { kind: 'help', about } : { kind: 'refused', refusal: unknownVerb(about, isFixed) };
}
