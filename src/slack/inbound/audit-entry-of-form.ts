import type { Requester } from '../../core/requester.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import type { ModalMetadata } from '../modal-metadata.ts';
import type { AuditEntry } from '../request/audit.ts';

/** What somebody wants who sends a form. */
export const auditEntryOfForm = (metadata: ModalMetadata, requester: Requester): AuditEntry => ({
  ...{ requester, origin: metadata.origin, line: `form ${metadata.form}` },
  verb: verbOfForm(metadata),
  targets: targetsOfForm(metadata),
});

function verbOfForm(metadata: ModalMetadata): string {
  switch (metadata.form) {
    case 'assign':
    case 'unassign':
    case 'upload':
    case 'replace':
    case 'search':
    case 'settings':
    case 'connect':
      return metadata.form;
    case 'choose-agent':
      return 'assign';
    case 'trigger-words':
    case 'choose':
      return metadata.wanted;
    case 'edit-triggers':
      return 'triggers';
    case 'delete-several':
      return 'delete';
    // No form: it sends nothing.
    case 'answer':
      return 'help';
  }
}

function targetsOfForm(metadata: ModalMetadata): AuditTarget[] {
  switch (metadata.form) {
    case 'assign':
    case 'unassign':
      return [{ kind: 'agent', id: String(metadata.agentId), name: null }];
    case 'trigger-words':
    case 'edit-triggers':
      return [{ kind: 'installed', id: String(metadata.installedId), name: null }];
    case 'delete-several':
      return metadata.abilityIds.map((id) => ({ kind: 'ability', id: String(id), name: null }));
    case 'connect':
      return [{ kind: 'account', id: null, name: null }];
    case 'replace':
      return [{ kind: 'upload', id: metadata.upload, name: null }];
    default:
      return [];
  }
}
