import type { Ability, AbilityId, InstalledAbility } from '@abilities-bot/service-api';
import { leftOutOf } from '@abilities-bot/service-api';
import type { AuditRecord } from '../../store/audit-record.ts';
import type { Requester } from '../access.ts';
import { type AgentRow, agentRow, nameAbilities } from '../agents.ts';
import { ACCOUNT_TARGET, done } from '../audit-result.ts';
import { type CatalogCounts, countCatalog } from '../catalog.ts';
import type { Command } from '../command.ts';
import type { Feature } from '../feature.ts';
import { ALL_HISTORY, type HistoryQuery, readHistoryQuery, refuseHistoryQuery } from '../history-query.ts';
import { joinLists } from '../lookup.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../operation-context.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { auditFilters, nameTargets } from './history.ts';

/** `entries`: only the entries of the audit log that match; absent for the whole account. */
export type ExportCommand = { verb: 'export'; entries?: HistoryQuery };

export type ExportOutcome = { kind: 'export'; account: AccountExport };

export interface AccountExport {
  /** Null if only the audit log is exported. */
  lists: ExportedLists | null;
  /** Entries of the audit log, oldest first. */
  history: AuditRecord[];
  /** The filter that selected the entries; null for all entries. */
  filter: HistoryQuery | null;
  readAt: Date;
}

export interface ExportedLists {
  agents: ExportedAgent[];
  abilities: Ability[];
  /** With the ID of the Ability if the two lists can be joined. */
  installed: InstalledAbility[];
  counts: CatalogCounts;
  /** Number of unreadable rows. */
  unread: number;
}

interface ExportedAgent extends AgentRow {
  /** As listed by the service, or as last saved from Slack; null if unknown. */
  abilityIds: readonly AbilityId[] | null;
}

export const exportFeature: Feature<ExportCommand, ExportOutcome> = {
  verbs: {
    export: {
      group: 'View',
      role: 'viewer',
      argument: '[history …]',
      summary: 'Export the account and the audit log as a zip of JSON and CSV files.',
      examples: ['export', 'export history since:7d'],
      homeLabel: 'Export',
      tryLine: 'export',
      read: readExportLine,
    },
  },
  commands: {
    // Audited because an export reveals the whole account.
    export: {
      changes: false,
      audited: true,
      targets: () => [],
      ofAnyAccount: true,
      run: ({ entries }, { context, requester }) =>
        entries ? exportEntries(entries, requester, context) : exportAccount(context),
    },
  },
  outcomes: {
    export: { audit: () => done([ACCOUNT_TARGET]), change: null },
  },
  records: {},
};

const ENTRIES = /^history(?:\s+|$)/i;

function readExportLine(argument: string): Command | Refusal {
  const given = argument.trim();
  if (given === '') return { verb: 'export' };
  const usage = 'export | export history Weather since:7d';
  if (!ENTRIES.test(given)) return { why: 'bad-argument', verb: 'export', usage, given };
  const read = readHistoryQuery(given.replace(ENTRIES, ''));
  if (!read.ok) return refuseHistoryQuery('export', 'export history', read);
  const { from: _from, with: _with, ...query } = read.query;
  return { verb: 'export', entries: { ...query, page: ALL_HISTORY.page } };
}

/** Calls endpoints 1, 5 and 6, and reads the audit log. */
async function exportAccount(context: OperationContext): Promise<Outcome> {
  const { assignments, auditLog, service } = context;
  const [agents, abilities, installed, history] = await Promise.all([
    service.listAgents({ withImage: true, ...MAY_BE_PARTIAL }),
    service.listAbilities(MAY_BE_PARTIAL),
    service.listInstalledAbilities(MAY_BE_PARTIAL),
    auditLog.all({}, MAX_AUDIT_RECORDS),
  ]);
  const knownOf = await assignments.lookUp(agents);
  const nameOf = nameAbilities(abilities);
  const catalog = joinLists(abilities, installed, context);
  const abilityIds = new Map(catalog.entries.map(({ ability, installed: row }) => [row?.id, ability?.id ?? null]));
  const lists: ExportedLists = {
    agents: agents.map((agent) => {
      const known = knownOf(agent);
      return { ...agentRow(agent, nameOf, knownOf), abilityIds: known.known === 'no' ? null : known.abilityIds };
    }),
    abilities,
    installed: installed.map((row) => ({ ...row, abilityId: abilityIds.get(row.id) ?? row.abilityId })),
    counts: countCatalog(catalog),
    unread: [agents, abilities, installed].flatMap(leftOutOf).length,
  };
  return { kind: 'export', account: { lists, history, filter: null, readAt: context.now() } };
}

async function exportEntries(filter: HistoryQuery, requester: Requester, context: OperationContext): Promise<Outcome> {
  const now = context.now();
  const found = await context.auditLog.all(auditFilters(filter, requester, now), MAX_AUDIT_RECORDS);
  const history = await nameTargets(found, context);
  return { kind: 'export', account: { lists: null, history, filter, readAt: now } };
}

/** Of a longer log, only the latest records are exported. */
const MAX_AUDIT_RECORDS = 20_000;
