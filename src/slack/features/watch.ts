import { createHash } from 'node:crypto';
import type { types } from '@slack/bolt';
import { Rounds } from '../../base/rounds.ts';
import { watchCode } from '../../core/code-problems.ts';
import { NotLockedError } from '../../core/locks.ts';
import { joinLists } from '../../core/lookup.ts';
import { problemsOf } from '../../core/read-problems.ts';
import { type AbilityRef, formatAbilityRef } from '../../core/references.ts';
import { type AuditRecord, isInterrupted } from '../../store/audit-record.ts';
import type { AccountChange } from '../../watch/compare.ts';
import type { ProblemNews } from '../../watch/compare-problems.ts';
import { likelyCause } from '../../watch/likely-cause.ts';
import { type AccountCheck, isAtWork, readOwnChanges, watchAccount } from '../../watch/watch-account.ts';
import { countAbilities } from '../blocks/ability.ts';
import { actions, button } from '../blocks/buttons.ts';
import { bold, clip, fitLines, type MessageAnswer, section, time, toFallback, wordsLine } from '../blocks/kit.ts';
import { person } from '../blocks/mentions.ts';
import { type Job, MIN_WAIT_MS } from '../jobs.ts';
import { UnconfirmedError } from '../outbound/unconfirmed.ts';
import { postAnnouncement } from '../request/undelivered.ts';
import type { Workspace } from '../workspace.ts';
import { drawProblemNews, problemSentence } from './check.ts';

/** There are never more uploads in progress than this. */
const MAX_UPLOADS = 200;

/**
 * Checks a workspace's account once for changes made outside Slack, and posts them to the configured channel. Null
 * without a channel or a connected account.
 * @throws store and Slack errors; the next check retries.
 */
async function watchWorkspace(workspace: Workspace): Promise<AccountCheck | null> {
  const { auditLog, config, context, policy, store, uploadTools } = workspace;
  // The channel may just have been set, perhaps in another process.
  policy.forget();
  const { watchChannel } = await policy.read();
  const { account } = uploadTools;
  if (watchChannel === null || account.kind !== 'connected') return null;
  return watchAccount({
    account: `${nameOf(config.service.baseUrl)}#${account.version}`,
    service: context.service,
    snapshots: store.snapshot,
    ownChanges: (since) => readOwnChanges(context.undoLog, since),
    historyKeepMs: config.historyMs,
    isAtWork: () =>
      isAtWork({
        // Uploads have their own list, and may wait a day for a decision.
        auditLog: { runningSince: (since) => auditLog.runningSince(since, { withoutUploads: true }) },
        isRecheckPlanned: () => store.rechecks.isPlanned(),
        listUntoldUploads: () => store.uploads.listUntold(MAX_UPLOADS),
        now: context.now,
      }),
    problems: {
      find: async ({ abilities, agents, installed }) => {
        const knownOf = await context.assignments.lookUp(agents);
        const known = new Set(agents.filter((agent) => knownOf(agent).known !== 'no').map(({ id }) => id));
        const catalog = joinLists(abilities, installed, context);
        const { isKnown: isCodeKnown, problems: code } = await watchCode(catalog, context);
        const ofLists = problemsOf(catalog, agents, knownOf, context);
        return { lists: ofLists, code, isKnown: (id) => known.has(id), isCodeKnown };
      },
      forgetCode: (ids) => context.versions.forgetCode(ids),
      sentence: problemSentence,
    },
    notify: async (changes, seenAt, problems) => {
      const interrupted = changes.length === 0 ? [] : await readInterrupted(workspace, seenAt);
      const report = watchMessage(changes, seenAt, problems, interrupted);
      try {
        await postAnnouncement(watchChannel, report, workspace);
      } catch (error) {
        // Not rethrown, because each further check would post the report again.
        if (!(error instanceof UnconfirmedError)) throw error;
        workspace.log.warn({ err: error, channel: watchChannel }, 'report of outside changes not confirmed by Slack');
      }
    },
    now: context.now,
  });
}

/** Longer than it takes to notice a killed process. */
const NOTICED_MS = 15 * 60_000;
const MAX_INTERRUPTED = 50;

/** Requests of processes killed since about the last check. The service may have carried them out. */
async function readInterrupted({ auditLog, config }: Workspace, seenAt: Date): Promise<AuditRecord[]> {
  const since = new Date(seenAt.getTime() - 2 * config.watchMs - NOTICED_MS);
  const failed = { since, outcomes: ['failed'], page: 1, perPage: MAX_INTERRUPTED } as const;
  return (await auditLog.list(failed)).records.filter(isInterrupted);
}

/** Hashed, because the URL may contain secrets. */
const nameOf = (baseUrl: string) => createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);

/** A check can't tell the bot's own changes in progress from outside changes, so it's repeated after this time. */
const BUSY_AGAIN_MS = 30_000;

/** Accounts claimed in one query. If the process stops before it has checked them, they wait for another interval. */
const MAX_AT_ONCE = 4;

/**
 * Checks each watched account every few minutes, one after another. Every process does this, and claims an account
 * before it checks it. If no account is watched, it waits for changed settings without querying the store.
 * @returns a function that stops further checks.
 */
export function startWatching(job: Job<'notices' | 'of' | 'watches'> & { everyMs: number }): () => void {
  const { clock, everyMs, log, onlyTenantId, run, store, workspaceOf } = job;
  const { notices, watches } = store;
  const check = async (tenantId: string) => {
    try {
      const workspace = await workspaceOf(tenantId);
      // A check may take longer than the interval, so that its claim expires.
      const seen = workspace && (await workspace.context.locks.alone('watch', () => watchWorkspace(workspace), 0));
      if (seen?.kind === 'busy') await store.of(tenantId).watch.again(Math.min(BUSY_AGAIN_MS, everyMs));
      if (seen?.kind === 'trouble')
        log.warn({ problem: seen.error.message, tenant: tenantId }, 'account not readable, check skipped');
      if (seen?.kind === 'changed') {
        const { changes, problems = 0 } = seen;
        log.info({ changes: changes.length, problems, tenant: tenantId }, 'changes and problems announced');
        workspace?.homes.changed();
      }
    } catch (error) {
      if (error instanceof NotLockedError && error.refusal.why === 'busy')
        log.info({ tenant: tenantId }, 'another process is still checking this account');
      else log.error({ err: error, tenant: tenantId }, 'account check failed');
    }
  };
  /** The milliseconds until the next round; null if nothing is watched. */
  const round = async (): Promise<number | null> => {
    let due: string[];
    do {
      due = await watches.takeDue(MAX_AT_ONCE, everyMs, onlyTenantId);
      for (const tenantId of due) {
        if (rounds.isStopped) return null;
        await check(tenantId);
      }
    } while (due.length === MAX_AT_ONCE && !rounds.isStopped);
    const next = await watches.nextDueAt(onlyTenantId);
    if (next === null) return notices.isListening ? null : everyMs;
    return Math.min(everyMs, Math.max(MIN_WAIT_MS, next - clock.now()));
  };
  const failed = (error: unknown) => log.error({ err: error }, 'account checks failed');
  const rounds = new Rounds({ clock, round, run, failed, againMs: everyMs });
  const stopHearing = notices.listen(({ kind }) => {
    if (kind === 'settings-changed' || kind === 'missed') rounds.wake();
  });
  const stop = rounds.start();
  return () => {
    stopHearing();
    stop();
  };
}

/** Maximum characters of added or removed words. */
const MAX_WORDS = 300;

const MAX_IDS = 5;

function changeSentence(change: AccountChange): string {
  const name = bold(change.kind === 'ability-renamed' ? change.after : change.name);
  switch (change.kind) {
    case 'ability-new':
      return `${name} uploaded (${change.installed ? state(change.installed) : 'not installed'})`;
    case 'ability-gone':
      return `${name} deleted`;
    case 'ability-renamed':
      return `${bold(change.before)} renamed to ${name}`;
    case 'installed-new':
      return change.abilityId === null
        ? `${name} is now orphaned: its Ability was deleted`
        : `${name} installed (${state(change)})`;
    case 'installed-gone':
      return change.abilityId === null ? `${name}'s orphaned record removed` : `${name} uninstalled`;
    case 'enabled':
    case 'disabled':
      return `${name} ${change.kind}`;
    case 'trigger-words':
      return `${name}'s trigger words: ${[words('added', change.added), words('removed', change.removed)].filter((part) => part !== '').join(', ')}`;
    case 'duplicate-name':
      return `${countAbilities(change.abilityIds.length)} are now called ${name}: ${ids('id', change.abilityIds)}`;
    case 'duplicate-installed':
      return `${name} is now installed ${change.installedIds.length} times: ${ids('installed', change.installedIds)}`;
    case 'agent-new':
      return `Agent ${name} added`;
    case 'agent-gone':
      return `Agent ${name} removed`;
  }
}

const state = ({ enabled }: { enabled: boolean }) => (enabled ? 'enabled' : 'disabled');

const words = (what: string, given: readonly string[]) =>
  given.length === 0 ? '' : `${what} ${wordsLine(given, MAX_WORDS)}`;

/** Writes the IDs in the format that commands accept. */
function ids(by: 'id' | 'installed', numbers: readonly number[]): string {
  const shown = numbers.slice(0, MAX_IDS).map((id) => `\`${by}:${id}\``);
  const rest = numbers.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function causeOf(change: AccountChange, interrupted: readonly AuditRecord[]): string {
  const cause = likelyCause(change, interrupted);
  return cause ? ` · probably from ${person(cause.userId)}'s interrupted request` : '';
}

/** Slack allows 3,000 characters per section. */
const MAX_LINES = 2800;

const MAX_SHOWN = 3;

const MAX_NAME = 60;

/** The announcement of outside changes and of problems, for the channel. */
export function watchMessage(
  changes: readonly AccountChange[],
  seenAt: Date,
  problems: ProblemNews = { appeared: [], gone: [] },
  interrupted: readonly AuditRecord[] = [],
): MessageAnswer {
  const lines = changes.map((change) => `• ${changeSentence(change)}${causeOf(change, interrupted)}`);
  const changed =
    changes.length === 0 ? [] : [`*Changed outside Slack* · ${time(seenAt)}\n${fitLines(lines, MAX_LINES)}`];
  const news = drawProblemNews(problems);
  return {
    surface: 'message',
    replaces: false,
    text: toFallback([...changed, ...(news ? [news.text] : [])].join('\n')),
    blocks: [
      ...changed.map(section),
      ...(news?.blocks ?? []),
      ...actions(
        news ? button('Check', { do: 'check' }, 'Check the account') : null,
        ...showButtons(changes),
        button('All Abilities', { do: 'list' }),
      ),
    ],
  };
}

/** Buttons for the first Abilities that still exist, without duplicates. */
function showButtons(changes: readonly AccountChange[]): types.Button[] {
  const lines = new Map<string, string>();
  for (const change of changes) {
    const ref = refTo(change);
    if (ref) lines.set(`show ${formatAbilityRef(ref)}`, change.kind === 'ability-renamed' ? change.after : change.name);
    if (lines.size === MAX_SHOWN) break;
  }
  return [...lines].map(([line, name]) => button(`Show ${clip(name, MAX_NAME)}`, { do: line }, `Show ${name}`));
}

function refTo(change: AccountChange): AbilityRef | null {
  switch (change.kind) {
    case 'ability-new':
    case 'ability-renamed':
      return { by: 'ability', id: change.abilityId };
    case 'installed-new':
    case 'enabled':
    case 'disabled':
    case 'trigger-words':
      return { by: 'installed', id: change.installedId };
    default:
      return null;
  }
}
