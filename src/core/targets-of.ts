import type { AuditTarget } from '../store/audit-record.ts';
import type { Command } from './command.ts';
import type { AbilityRef, AgentRef } from './ref.ts';

/** What a command means to act on, as it was asked for: by name or by ID, before anything is looked up. */
export function targetsOf(command: Command): AuditTarget[] {
  switch (command.verb) {
    case 'show':
    case 'triggers':
    case 'edit-triggers':
    case 'change-triggers':
      return [ofAbility(command.target)];
    case 'enable':
    case 'disable':
    case 'delete':
      return command.targets.map(ofAbility);
    case 'assign':
    case 'unassign':
      return [ofAgent(command.agent)];
    case 'assign-to':
      return [{ kind: 'ability', id: String(command.abilityId), name: null }];
    case 'save-assignment':
      return [{ kind: 'agent', id: String(command.agentId), name: null }];
    case 'save-settings':
      return [{ kind: 'setting', id: null, name: 'settings' }];
    case 'approve':
    case 'decline':
      return [{ kind: 'approval', id: command.id, name: null }];
    case 'connect':
    case 'disconnect':
      return [{ kind: 'account', id: null, name: null }];
    default:
      return [];
  }
}

function ofAbility(ref: AbilityRef): AuditTarget {
  if (ref.by === 'name') return { kind: 'ability', id: null, name: ref.name };
  return { kind: ref.by, id: String(ref.id), name: null };
}

const ofAgent = (ref: AgentRef): AuditTarget =>
  ref.by === 'name' ? { kind: 'agent', id: null, name: ref.name } : { kind: 'agent', id: String(ref.id), name: null };
