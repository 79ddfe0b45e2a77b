import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { AccessRefusal, Requester } from '../../../core/access.ts';
import type { AgentRow } from '../../../core/agents.ts';
import { type CatalogEntry, countCatalog, installedFirst } from '../../../core/catalog.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import type { Quiet } from '../../../store/quiet-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { abilityLine, brokenNote, countAbilities, stateCounts, unreadNote, untilEnd } from '../../blocks/ability.ts';
import { actions, button, rawButton, rowButton } from '../../blocks/buttons.ts';
import { dashboard } from '../../blocks/dashboard.ts';
import { bold, clip, context, countOf, type HomeTab, plain, section } from '../../blocks/kit.ts';
import { sourceOf, unknownAbilities } from '../../blocks/known-abilities.ts';
import { lastChangeLine } from '../../blocks/last-change.ts';
import { moreAbout } from '../../blocks/more-about.ts';
import { refWords, troubleSentence } from '../../blocks/sentences.ts';
import { quietBlocks } from '../quiet/quiet-line.ts';
import { refusedSentence } from '../refused.ts';
import { doing, presentStep } from '../upload/progress-message.ts';
import { changeWords, type RecentChange, recentLine } from './change-line.ts';
import { HOME_ABOUT, homeMenu } from './menu.ts';

/** Contents of the Home tab, the same for every user. */
export interface HomeContents {
  list: Outcome;
  agents: Outcome;
  /** Uploads in progress, oldest first, at most {@link MAX_UPLOADS_COUNTED}. */
  uploads: readonly UploadRecord[];
  /** Number of pending approvals. */
  approvals: number;
  /** Number of planned changes, not counting ends of quiet. */
  planned: number;
  /** The current quiet periods. */
  quiets: readonly Quiet[];
  /** Number of problems with the account, not counting those that are only possible. */
  problems: number;
  /** True if the workspace connects its own account. */
  ownAccount: boolean;
  /** Newest first. Null if the store is unavailable. */
  changes: readonly RecentChange[] | null;
}

/** The result of the person's last click on the tab. */
export const HomeNotice = z.object({
  /** mrkdwn. */
  text: z.string(),
  /** ID of the change that the person can undo; null for none. */
  undo: z.string().nullable(),
  /** True if undoing it is a redo. */
  isRedo: z.boolean(),
  /** The button of the next step, in place of *Undo*; absent for none. */
  step: z.object({ label: z.string(), value: z.string(), accessibleLabel: z.string().optional() }).optional(),
  /** IDs of the installed Abilities that the click enabled or disabled. */
  toggled: z.array(z.number()).readonly(),
  /** In milliseconds since 1970. Older notices have none, and any recorded change replaces them. */
  at: z.number().default(0),
});
export type HomeNotice = z.infer<typeof HomeNotice>;

/** Slack allows 100 blocks in a Home view. */
const MAX_ABILITIES = 20;

const MAX_AGENTS = 20;

const MAX_RECENT = 5;

/** The exact count does not matter beyond this. */
export const MAX_UPLOADS_COUNTED = 50;

/** The blocks above the Abilities have the same height on every drawing, so that no row moves. */
export function homeView(contents: HomeContents, requester: Requester, result: HomeNotice | null): HomeTab {
  const { agents, approvals, changes, list, ownAccount } = contents;
  const notice = isReplaced(result, changes) ? null : result;
  const canUndo = changes?.some(({ record, undo }) => undo !== null && record.userId === requester.userId) ?? false;
  const trouble = [list, agents].find(({ kind }) => kind === 'trouble');
  const sentence =
    trouble?.kind === 'trouble' ? `${troubleSentence(trouble.error, trouble.effect)} ${refWords(requester)}` : null;
  return {
    type: 'home',
    blocks: [
      { type: 'header', text: plain(headingOf(list)) },
      ...actions(
        button('Upload…', { do: 'upload' }),
        button('Search…', { do: 'search', asks: true }),
        button('Quiet…', { do: 'quiet choose:', asks: true }),
        homeMenu({ ownAccount, approvals, canUndo }, requester),
      ),
      ...nowBlocks(contents, requester, notice),
      activityLine(contents, requester),
      ...(contents.planned > 0 ? [plannedLine(contents.planned)] : []),
      ...(sentence ? [{ ...section(sentence), accessory: drawAgain() }] : []),
      ...(list.kind === 'list' ? abilityBlocks(list, notice?.toggled ?? []) : []),
      ...(contents.problems > 0 && waitingOf(contents, requester).length > 0 ? [problemsLine(contents.problems)] : []),
      ...(agents.kind === 'agents' ? agentBlocks(agents.rows, agents.unread) : []),
      ...recentBlocks(changes),
    ],
  };
}

/** True if anyone has made a later change, which is then shown in the notice's place. */
function isReplaced(notice: HomeNotice | null, changes: HomeContents['changes']): boolean {
  const latest = changes?.[0]?.record;
  return notice !== null && latest !== undefined && latest.id !== notice.undo && latest.at.getTime() > notice.at;
}

/** Action ID of a button that redraws the tab. It isn't a command. */
export const DRAW_AGAIN = 'home-draw-again';

const drawAgain = (): types.Button => ({ type: 'button', action_id: DRAW_AGAIN, text: plain('Try again') });

function headingOf(list: Outcome): string {
  if (list.kind !== 'list') return 'Abilities';
  const counts = stateCounts(countCatalog(list.catalog));
  return counts === '' ? 'Abilities' : `Abilities · ${counts}`;
}

/** The latest result and the current quiet: a single line if the quiet is the latest result. */
function nowBlocks(contents: HomeContents, requester: Requester, notice: HomeNotice | null): types.SectionBlock[] {
  const { changes, list, quiets } = contents;
  const latest = changes?.[0]?.record;
  const isQuiet = latest?.change.kind === 'quieted' && quiets.length === 1 && quiets[0]?.id === latest.change.quietId;
  const readAt = list.kind === 'list' ? list.catalog.readAt : null;
  const quiet = quietBlocks(quiets, { readAt, reader: requester.userId });
  if (!isQuiet || (notice !== null && notice.undo !== latest.id)) {
    return [resultLine(notice, changes, requester), ...quiet];
  }
  return notice === null ? quiet : quiet.map((line) => ({ ...line, ...section(clip(notice.text, 2900)) }));
}

/**
 * Always one block with a button, even without a result, so that the rows below don't move. Only the result of a form
 * may have more than one line.
 */
function resultLine(
  notice: HomeNotice | null,
  changes: HomeContents['changes'],
  requester: Requester,
): types.SectionBlock {
  const auditLog = button('Audit log', { do: 'history' });
  const [latest] = changes ?? [];
  if (notice !== null) {
    const { step } = notice;
    const next = step ? rawButton(step.label, step.value, step.accessibleLabel) : undoButton(notice);
    return { ...section(clip(notice.text, 2900)), accessory: next ?? auditLog };
  }
  if (latest === undefined) {
    const help = button('Help', { do: 'help' });
    return { ...section('You can also do all of this with `/abilities`.'), accessory: help };
  }
  const undo = refuseVerb('undo', requester) === null ? undoButton(latest) : null;
  return { ...section(lastChangeLine(latest.record, requester.userId, changeWords)), accessory: undo ?? auditLog };
}

const undoButton = ({ isRedo, undo }: Pick<HomeNotice, 'isRedo' | 'undo'>) =>
  undo === null ? null : button(isRedo ? 'Redo' : 'Undo', { do: `undo ${undo}` });

/** The approvals and uploads that this person can act on. */
function waitingOf({ approvals, uploads }: HomeContents, requester: Requester): string[] {
  return [
    ...(approvals > 0 && mayApprove(requester) ? [`*${countOf(approvals, 'pending approval')}*`] : []),
    ...(uploads[0] ? [uploadsLine(uploads[0], uploads.length)] : []),
  ];
}

const mayApprove = (requester: Requester) => refuseVerb('approve', requester) === null;

/** One line about pending approvals and uploads in progress; if there are none, about problems. */
function activityLine(contents: HomeContents, requester: Requester): types.SectionBlock {
  const { approvals, problems } = contents;
  const open = waitingOf(contents, requester);
  if (open.length === 0 && problems > 0) return problemsLine(problems);
  if (open.length === 0) {
    if (refuseVerb('upload', requester) !== null) {
      return { ...section('You have view-only access.'), accessory: button('My access', { do: 'whoami' }) };
    }
    return { ...section('Nothing is pending or in progress.'), accessory: button('Status', { do: 'status' }) };
  }
  const accessory =
    approvals > 0 && mayApprove(requester) ? button('Review', { do: 'approve' }) : button('Status', { do: 'status' });
  return { ...section(open.join(' · ')), accessory };
}

const plannedLine = (count: number): types.SectionBlock => ({
  ...section(`*${countOf(count, 'planned change')}*`),
  accessory: button('Review', { do: 'scheduled' }, 'Review the planned changes'),
});

const problemsLine = (count: number): types.SectionBlock => ({
  ...section(`*${countOf(count, 'problem')}*`),
  accessory: button('Review', { do: 'check' }, 'Review the problems'),
});

function uploadsLine(first: UploadRecord, count: number): string {
  const others = count - 1;
  const least = count === MAX_UPLOADS_COUNTED ? 'at least ' : '';
  const more = others > 0 ? `, and ${least}${countOf(others, 'more upload')}` : '';
  return `${doing(first, 40)} · ${presentStep(first)}${more}`;
}

function abilityBlocks({ catalog, disablingWaits, ends }: AbilityList, toggled: readonly number[]): types.KnownBlock[] {
  const { entries, unread } = catalog;
  const sorted = installedFirst(entries);
  const isMore = sorted.length > MAX_ABILITIES;
  const about = moreAbout(sorted, HOME_ABOUT);
  return [
    about
      ? { ...section('*Abilities*'), accessory: about }
      : section("*Abilities*\nNone yet. Drop a zip in a channel I'm in, or click *Upload…*."),
    ...sorted.slice(0, MAX_ABILITIES).map((entry) => ({
      ...abilityBlock(entry, untilEnd(entry, ends), toggled),
      accessory: rowButton(entry, null, { disablingWaits }),
    })),
    ...(unread ? [context(unreadNote(unread).replace(/^ · /, ''))] : []),
    ...(isMore
      ? actions(button(`Show all ${countCatalog(catalog).onAccount}`, { do: 'list' }, 'Show all Abilities'))
      : []),
  ];
}

type AbilityList = Extract<Outcome, { kind: 'list' }>;

/** Like a row of the list, but on one line. */
function abilityBlock(entry: CatalogEntry, until: string, toggled: readonly number[]): types.SectionBlock {
  const isToggled = entry.installed !== null && toggled.includes(entry.installed.id);
  const isWordless = entry.installed !== null && entry.state !== 'orphan' && entry.triggerWords.length === 0;
  const note = brokenNote(entry) ?? (isWordless ? 'no trigger words' : null);
  const parts = [abilityLine(entry, 80, until), note, isToggled ? '✓ changed by you' : null];
  return section(parts.filter((part) => part !== null).join(' · '));
}

function agentBlocks(rows: readonly AgentRow[], unread: number | undefined): types.KnownBlock[] {
  const source = sourceOf(rows);
  return [
    { type: 'divider' },
    section(
      rows.length === 0
        ? `*Agents*\nNone yet. Create one in ${dashboard()}.`
        : `*Agents*${unreadNote(unread, (amount) => countOf(amount, 'Agent'))}`,
    ),
    ...rows.slice(0, MAX_AGENTS).map(agentBlock),
    ...(source === null ? [] : [context(source)]),
    ...(rows.length > MAX_AGENTS
      ? actions(button(`Show all ${rows.length}`, { do: 'agents' }, 'Show all Agents'))
      : []),
  ];
}

function agentBlock(row: AgentRow): types.KnownBlock {
  const { abilityNames, agent } = row;
  const count = abilityNames ? countAbilities(abilityNames.length) : unknownAbilities(row);
  const edit = button('Edit…', { do: `assign agent:${agent.id}` }, `Edit ${agent.name}'s Abilities`);
  return { ...section(`${bold(agent.name)} · ${count}`), accessory: edit };
}

function recentBlocks(changes: readonly RecentChange[] | null): types.KnownBlock[] {
  if (changes === null) return [{ type: 'divider' }, context("I can't read recent changes right now.")];
  if (changes.length === 0) return [];
  return [
    { type: 'divider' },
    section('*Recent*'),
    ...changes.slice(0, MAX_RECENT).map(recentBlock),
    ...actions(button('Audit log', { do: 'history' })),
  ];
}

function recentBlock(change: RecentChange): types.KnownBlock {
  const line = section(recentLine(change));
  if (change.undo === null) return line;
  const label = change.isRedo ? 'Redo' : 'Undo';
  return { ...line, accessory: button(label, { do: `undo ${change.undo}` }, `${label}: ${recentName(change)}`) };
}

const recentName = ({ record: { change } }: RecentChange): string => {
  if (change.kind === 'assigned') return change.agentName;
  if (change.kind === 'repaired') return change.what.name;
  return 'items' in change ? change.items.map(({ name }) => name).join(', ') : change.name;
};

/** The Home tab for users without access to the account. */
export const closedHome = (refusal: AccessRefusal | null, { ref }: Requester): HomeTab => ({
  type: 'home',
  blocks: [
    { type: 'header', text: plain('Abilities') },
    section(refusal ? refusedSentence(refusal, ref) : "I couldn't load this tab. Try again in a minute."),
    ...actions(
      refusal === null || refusal.why === 'who-unknown' ? drawAgain() : null,
      refusal?.why === 'not-connected' ? button('Connect…', { do: 'connect' }) : null,
      button('My access', { do: 'whoami' }),
    ),
  ],
});
