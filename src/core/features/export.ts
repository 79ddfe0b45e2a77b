import { type Ability, type InstalledAbility, leftOutOf } from '@abilities-bot/service-api';
import type { AuditRecord } from '../../store/audit-record.ts';
import { type AgentRow, agentRows, nameAbilities } from '../agents.ts';
import { ACCOUNT_TARGET, done } from '../audit-result.ts';
import { type CatalogCounts, countCatalog } from '../catalog.ts';
import type { Feature } from '../feature.ts';
import { joinLists } from '../lookup.ts';
import { FINDING, type OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { EVERYWHERE, withoutArgument } from '../verb.ts';

export type ExportCommand = { verb: 'export' };

export type ExportOutcome = { kind: 'export'; account: AccountExport };

/** Everything on the account, for the export. */
export interface AccountExport {
  agents: AgentRow[];
  abilities: Ability[];
  installed: InstalledAbility[];
  counts: CatalogCounts;
  /** The audit log, oldest first. */
  history: AuditRecord[];
  readAt: Date;
  /** Number of unreadable rows; absent for none. */
  unread?: number;
}

export const exportFeature = {
  verbs: {
    export: {
      name: 'export',
      group: 'Look',
      role: 'viewer',
      argument: '',
      summary: 'Export the account and its audit log as a zip of JSON and CSV.',
      examples: ['export'],
      tryLine: 'export',
      places: EVERYWHERE,
      read: withoutArgument({ verb: 'export' }),
    },
  },
  commands: {
    // It reveals the whole account.
    export: {
      verb: 'export',
      changes: false,
      audited: true,
      targets: () => [],
      run: (_, { context }) => exportAccount(context),
    },
  },
  outcomes: {
    export: { audit: () => done([ACCOUNT_TARGET]), change: null },
  },
} satisfies Feature<ExportCommand, ExportOutcome>;

/** Endpoints 1, 5 and 6, and the audit log. */
async function exportAccount(context: OperationContext): Promise<Outcome> {
  const { assignments, auditLog, service } = context;
  const [agents, abilities, installed, history] = await Promise.all([
    service.listAgents({ withImage: true, ...FINDING }),
    service.listAbilities(FINDING),
    service.listInstalledAbilities(FINDING),
    auditLog.all(new Date(0), MAX_AUDIT_RECORDS),
  ]);
  const rows = agentRows(agents, nameAbilities(abilities), await assignments.lookUp(agents));
  const counts = countCatalog(joinLists(abilities, installed, context));
  const unread = [agents, abilities, installed].flatMap(leftOutOf).length;
  const account = { agents: rows, abilities, installed, counts, history, readAt: context.now() };
  return { kind: 'export', account: unread > 0 ? { ...account, unread } : account };
}

/** The latest records of a longer log. */
const MAX_AUDIT_RECORDS = 20_000;
