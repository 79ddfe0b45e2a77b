import type { types } from '@slack/bolt';
import { type Catalog, countCatalog } from '../../core/catalog.ts';
import type { AgentRow, Outcome } from '../../core/outcome.ts';
import { abilityLine } from './ability-line.ts';
import { actions, button } from './buttons.ts';
import { type Asked, noticeOf } from './notice.ts';
import { context, namesLine, plain, section, time } from './text.ts';

/** Slack takes 100 blocks in a Home view; lines share a block of at most 3,000 characters. */
const LINES_A_BLOCK = 10;
const MOST_LINES = 300;

/** The account at a glance: counts, Agents and Abilities with their state. Changing is done by `/abilities`. */
export function homeView(list: Outcome, agents: Outcome, asked: Asked): types.HomeView {
  const trouble = [list, agents].find(({ kind }) => kind === 'trouble');
  const sentence = trouble ? noticeOf(trouble, asked) : null;
  return {
    type: 'home',
    blocks: [
      { type: 'header', text: plain('Abilities') },
      ...(sentence ? [section(sentence)] : []),
      ...(list.kind === 'list' ? overview(list.catalog) : []),
      ...actions(button('Upload…', { do: 'upload' })),
      context('Type `/abilities` in any channel to switch, assign or delete, or drop a zip where I am to upload it.'),
      ...(agents.kind === 'agents' ? agentBlocks(agents.rows) : []),
      ...(list.kind === 'list' ? abilityBlocks(list.catalog) : []),
    ],
  };
}

function overview(catalog: Catalog): types.KnownBlock[] {
  const { enabled, installed, onAccount } = countCatalog(catalog);
  return [
    context(`${onAccount} on the account, ${installed} installed, ${enabled} enabled · read ${time(catalog.readAt)}`),
  ];
}

const agentBlocks = (rows: readonly AgentRow[]): types.KnownBlock[] => [
  { type: 'divider' },
  section(`*Agents*: ${namesLine(rows.map(({ agent }) => agent.name))}`),
];

function abilityBlocks({ entries }: Catalog): types.KnownBlock[] {
  const lines = entries.slice(0, MOST_LINES).map((entry) => abilityLine(entry));
  const blocks: types.KnownBlock[] = [{ type: 'divider' }];
  for (let start = 0; start < lines.length; start += LINES_A_BLOCK) {
    blocks.push(section(lines.slice(start, start + LINES_A_BLOCK).join('\n')));
  }
  const hidden = entries.length - lines.length;
  return hidden > 0 ? [...blocks, context(`${hidden} more: \`/abilities list\` shows all.`)] : blocks;
}
