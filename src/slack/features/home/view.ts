import type { types } from '@slack/bolt';
import type { AccessRefusal, Requester } from '../../../core/access.ts';
import type { AgentRow } from '../../../core/agents.ts';
import { type Catalog, type CatalogEntry, countCatalog, refTo } from '../../../core/catalog.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { formatAbilityRef } from '../../../core/references.ts';
import { VERBS } from '../../../core/verbs.ts';
import type { Change, UndoRecord } from '../../../store/undo-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { abilityLine, countAbilities, unreadNote } from '../../blocks/ability.ts';
import { actions, button, tryButton } from '../../blocks/buttons.ts';
import type { ChangeLines } from '../../blocks/drawing.ts';
import {
  bold,
  capital,
  clip,
  context,
  countOf,
  day,
  type HomeTab,
  isImageUrl,
  plain,
  section,
  time,
} from '../../blocks/kit.ts';
import { refWords, troubleSentence } from '../../blocks/sentences.ts';
import { assignLines } from '../assign/assign.ts';
import { deleteLines } from '../delete.ts';
import { refusedSentence } from '../refused.ts';
import { toggleLines } from '../toggle.ts';
import { triggersLines } from '../triggers.ts';
import { PLAN_VERBS, presentStep } from '../upload/progress-message.ts';
import { uploadLines } from '../upload/record.ts';

/** How each kind of change is displayed: one line per feature. */
const LINES: ChangeLines<Change['kind']> = {
  ...assignLines,
  ...deleteLines,
  ...toggleLines,
  ...triggersLines,
  ...uploadLines,
};

/** TypeScript can't infer that the row of a kind accepts the changes of that kind. */
const lineOf = (change: Change) => (LINES[change.kind] as (change: Change) => string)(change);

/** One change on one line: what, who, when, and who undid it. */
export function changeLine({ at, change, undoneBy, userId }: UndoRecord): string {
  const undone = undoneBy === null ? '' : ` · undone by <@${undoneBy}>`;
  return `${lineOf(change)} by <@${userId}> · ${day(at)}${undone}`;
}

/** Contents of the Home tab, the same for every user. */
export interface HomeContents {
  list: Outcome;
  agents: Outcome;
  /** Uploads in progress, oldest first, at most {@link MAX_UPLOADS_COUNTED}. */
  uploads: readonly UploadRecord[];
  /** Whether the workspace connects its own account. */
  ownAccount: boolean;
  /** Newest first. Null if the store is unavailable. */
  changes: readonly UndoRecord[] | null;
}

/** Slack allows 100 blocks in a Home view: two per Agent, one per Ability, and about thirty others. */
const MAX_AGENTS = 8;

const MAX_ABILITIES = 40;

const MAX_UPLOADS = 5;

/** The exact count does not matter beyond this. */
export const MAX_UPLOADS_COUNTED = 50;

/** Slack allows 25 buttons per block; six are easy to scan. */
const BUTTONS_A_ROW = 6;

/**
 * The account at a glance, with a button for each verb.
 * @param notice result of the last click here.
 */
export function homeView(
  { agents, changes, list, ownAccount, uploads }: HomeContents,
  requester: Requester,
  notice: { text: string; undo: string | null } | null,
): HomeTab {
  const trouble = [list, agents].find(({ kind }) => kind === 'trouble');
  const sentence =
    trouble?.kind === 'trouble' ? `${troubleSentence(trouble.error, trouble.effect)} ${refWords(requester)}` : null;
  return {
    type: 'home',
    blocks: [
      { type: 'header', text: plain('Abilities') },
      ...(list.kind === 'list' ? [overview(list.catalog)] : []),
      ...(sentence ? [section(sentence)] : []),
      ...verbButtons(ownAccount),
      context('The same can be typed as `/abilities` in any channel. A zip dropped where I am becomes an Ability.'),
      ...uploadBlocks(uploads),
      ...(agents.kind === 'agents' ? agentBlocks(agents.rows, agents.unread) : []),
      ...(list.kind === 'list' ? abilityBlocks(list.catalog) : []),
      // Below the rows, which must not move under the pointer.
      ...(notice ? noticeBlocks(notice) : []),
      ...changeBlocks(changes),
    ],
  };
}

function overview(catalog: Catalog): types.KnownBlock {
  const { enabled, installed, onAccount } = countCatalog(catalog);
  return context(
    `${onAccount} on the account, ${installed} installed, ${enabled} enabled · the service answers · read ${time(catalog.readAt)}${unreadNote(catalog.unread)}`,
  );
}

const noticeBlocks = ({ text, undo }: { text: string; undo: string | null }): types.KnownBlock[] => [
  section(clip(text, 2900)),
  ...(undo === null ? [] : actions(button('Undo', { do: `undo ${undo}` }))),
];

/** One per verb: each shows something, or asks first, or opens a form. */
function verbButtons(ownAccount: boolean): types.KnownBlock[] {
  const offered = VERBS.filter(({ onlyOwnAccount = false }) => ownAccount || !onlyOwnAccount);
  const buttons = offered.map((verb) => tryButton(verb, capital(verb.name)));
  const rows: types.KnownBlock[] = [];
  for (let start = 0; start < buttons.length; start += BUTTONS_A_ROW) {
    rows.push(...actions(...buttons.slice(start, start + BUTTONS_A_ROW)));
  }
  return rows;
}

function uploadBlocks(uploads: readonly UploadRecord[]): types.KnownBlock[] {
  if (uploads.length === 0) return [];
  const hidden = uploads.length - MAX_UPLOADS;
  const least = uploads.length === MAX_UPLOADS_COUNTED ? 'at least ' : '';
  return [
    { type: 'divider' },
    section(['*Uploads in progress*', ...uploads.slice(0, MAX_UPLOADS).map(uploadLine)].join('\n')),
    ...(hidden > 0 ? [context(`and ${least}${hidden} more`)] : []),
  ];
}

const uploadLine = (upload: UploadRecord) =>
  `${PLAN_VERBS[upload.plan.kind]} ${bold(upload.form.name)} for <@${upload.userId}> · ${presentStep(upload)}`;

function agentBlocks(rows: readonly AgentRow[], unread: number | undefined): types.KnownBlock[] {
  const hidden = rows.length - MAX_AGENTS;
  return [
    { type: 'divider' },
    section(
      rows.length === 0
        ? '*Agents*\nNone yet. Create one in the dashboard of the service.'
        : `*Agents*${unreadNote(unread, (amount) => countOf(amount, 'Agent'))}`,
    ),
    ...rows.slice(0, MAX_AGENTS).flatMap(agentBlock),
    ...(hidden > 0 ? [context(`${hidden} more: press Agents.`)] : []),
  ];
}

function agentBlock({ abilityNames, agent, known }: AgentRow): types.KnownBlock[] {
  const saved = known === 'from-last-save' ? ', as last saved from Slack' : '';
  const count = abilityNames
    ? `${countAbilities(abilityNames.length)}${saved}`
    : 'its Abilities are not told by the service';
  const line = `${bold(agent.name)} · ${count}`;
  const assign = button('Assign…', { do: `assign agent:${agent.id}` }, `Assign Abilities to ${agent.name}`);
  const image = agent.image && isImageUrl(agent.image) ? agent.image : null;
  if (!image) return [{ ...section(line), accessory: assign }];
  const alt_text = plain(`Image of ${agent.name}`, 200).text;
  return [{ ...section(line), accessory: { type: 'image', image_url: image, alt_text } }, ...actions(assign)];
}

function abilityBlocks({ entries }: Catalog): types.KnownBlock[] {
  const installed = entries.filter(({ installed: row }) => row !== null);
  const hidden = installed.length - MAX_ABILITIES;
  return [
    { type: 'divider' },
    section(
      installed.length === 0
        ? '*Installed Abilities*\nNone yet. Assigning one to an Agent can install it.'
        : '*Installed Abilities*',
    ),
    ...installed.slice(0, MAX_ABILITIES).map(abilityBlock),
    ...(hidden > 0 ? [context(`${hidden} more: press List.`)] : []),
  ];
}

/** With a toggle button, or a link to its card if it cannot be switched. */
function abilityBlock(entry: CatalogEntry): types.KnownBlock {
  const ref = formatAbilityRef(refTo(entry));
  const line = section(abilityLine(entry));
  if (entry.state !== 'enabled' && entry.state !== 'disabled') {
    return { ...line, accessory: button('Show', { do: `show ${ref}` }, `Show ${entry.name}`) };
  }
  const label = entry.state === 'enabled' ? 'Disable' : 'Enable';
  const asks = entry.triggerWords.length === 0 ? { asks: true as const } : {};
  return {
    ...line,
    accessory: button(label, { do: `${label.toLowerCase()} ${ref}`, ...asks }, `${label} ${entry.name}`),
  };
}

function changeBlocks(changes: readonly UndoRecord[] | null): types.KnownBlock[] {
  if (changes === null) return [{ type: 'divider' }, context('Recent changes cannot be read now.')];
  if (changes.length === 0) return [];
  return [{ type: 'divider' }, section(['*Recent changes*', ...changes.map(changeLine)].join('\n'))];
}

/** The Home tab for users without access to the account. */
export const closedHome = (refusal: AccessRefusal | null, { ref }: Requester): HomeTab => ({
  type: 'home',
  blocks: [
    { type: 'header', text: plain('Abilities') },
    section(refusal ? refusedSentence(refusal, ref) : 'Open this tab again in a minute.'),
    ...actions(
      refusal?.why === 'not-connected' ? button('Connect…', { do: 'connect' }) : null,
      button('What may I do?', { do: 'whoami' }),
      button('Help', { do: 'help' }),
    ),
  ],
});
