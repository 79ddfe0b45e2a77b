import type { AccountExport } from '../core/outcome.ts';
import type { AccountTable } from './account-table.ts';
import { historyTable } from './history-table.ts';

/**
 * What is exported: names, IDs, words and states, each list sorted by name and then by ID, so that two exports of one
 * state are the same. Links to images are cut where a signature could follow.
 */
export function accountTables({ abilities, agents, history, installed }: AccountExport): AccountTable[] {
  return [
    {
      name: 'agents',
      columns: ['id', 'name', 'abilityIds', 'abilityNames', 'known', 'image'],
      rows: sorted(agents.map(({ abilityNames, agent, known }) => ({ ...agent, abilityNames, known }))).map(
        ({ image, ...row }) => ({ ...row, image: plainLink(image) }),
      ),
    },
    {
      name: 'abilities',
      columns: [
        ...['id', 'name', 'category', 'description', 'triggerWords', 'isInstalled', 'isApproved', 'isPublished'],
        ...['lastUpdated', 'versionCount'],
      ],
      rows: sorted(abilities).map((row) => ({ ...row, lastUpdated: isoDate(row.lastUpdated) })),
    },
    {
      name: 'installed',
      columns: [
        ...['id', 'name', 'abilityId', 'category', 'enabled', 'triggerWords', 'isSystem', 'isForAgents'],
        ...['isDefault', 'shortcut', 'lastUpdated', 'image'],
      ],
      rows: sorted(installed).map(({ image, ...row }) => ({
        ...row,
        lastUpdated: isoDate(row.lastUpdated),
        image: plainLink(image),
      })),
    },
    historyTable(history),
  ];
}

/** By code points, so that the order is the same on every machine. */
const sorted = <T extends { id: number; name: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1));

/** Null for what is no link to the web, such as an image that is written out. */
function plainLink(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null;
  const { origin, pathname, protocol } = new URL(link);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}${pathname}` : null;
}

/** ISO 8601 in UTC; what is no date stays as the service wrote it. */
function isoDate(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}
