import { createHash } from 'node:crypto';
import type { types } from '@slack/bolt';
import type { Logger } from '../../base/logger.ts';
import { type AbilityRef, formatAbilityRef } from '../../core/references.ts';
import type { AccountChange } from '../../watch/compare.ts';
import { isAtWork, type Look, readOwnChanges, watchAccount } from '../../watch/watch-account.ts';
import { countAbilities } from '../blocks/ability.ts';
import { actions, button } from '../blocks/buttons.ts';
import { bold, clip, fitLines, type MessageAnswer, section, time, toFallback, wordsLine } from '../blocks/kit.ts';
import type { Workspace } from '../workspace.ts';

/** There are never more uploads in progress. */
const MAX_UPLOADS = 200;
/** Margin, so that a timer slightly early does not miss its own turn. */
const SOONER_MS = 5000;

/**
 * Checks a workspace's account once for changes made outside Slack, and posts them to the configured channel. Null
 * without a channel or a connected account.
 * @throws store and Slack errors; the next check tries again.
 */
async function watchWorkspace(workspace: Workspace, everyMs: number): Promise<Look | null> {
  const { auditLog, config, context, outbound, policy, seen, store, tenantId, uploadTools } = workspace;
  const { watchChannel } = await policy.read();
  const { account } = uploadTools;
  if (watchChannel === null || account.kind !== 'connected') return null;
  const turn = `watch:${tenantId}`;
  return watchAccount({
    account: `${nameOf(config.service.baseUrl)}#${account.version}`,
    service: context.service,
    snapshots: store.snapshots.of(tenantId),
    ownChanges: (since) => readOwnChanges(context.undoLog, since),
    historyKeepMs: config.historyMs,
    isAtWork: () =>
      isAtWork({
        // Uploads have their own list, and may wait a day for an answer.
        auditLog: { runningSince: (since) => auditLog.runningSince(since, { withoutUploads: true }) },
        listUntoldUploads: () => store.uploads.listUntold(tenantId, MAX_UPLOADS),
        now: context.now,
      }),
    claimTurn: () => seen.claim(turn, Math.max(everyMs - SOONER_MS, everyMs / 2)),
    giveTurnBack: () => seen.release(turn),
    tell: async (changes, seenAt) => {
      await outbound.post(watchChannel, null, watchMessage(changes, seenAt), 'announcement');
    },
    now: context.now,
  });
}

/** Hashed, because the URL may contain secrets. */
const nameOf = (baseUrl: string) => createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);

/** The bot's own changes in progress cannot be distinguished from others; a later check can. */
const BUSY_AGAIN_MS = 30_000;

interface Watching {
  log: Logger;
  everyMs: number;
  /** Tracks a check, so that shutdown waits for it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  tenants: () => Promise<readonly string[]>;
  /** Null for a workspace that has removed the bot. */
  workspaceOf: (tenantId: string) => Promise<Workspace | null>;
}

/**
 * Checks all accounts every few minutes, one after another. Every process does this; the first one checks each
 * workspace.
 * @returns a function that stops further checks.
 */
export function startWatching({ everyMs, log, workspaceOf, run, tenants }: Watching): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<number> => {
    let isBusy = false;
    for (const tenantId of await tenants()) {
      if (stopped) break;
      try {
        const workspace = await workspaceOf(tenantId);
        if (!workspace) continue;
        const seen = await watchWorkspace(workspace, everyMs);
        isBusy ||= seen?.kind === 'busy';
        if (seen?.kind === 'trouble')
          log.warn({ problem: seen.error.message, tenant: tenantId }, 'account not readable, check skipped');
        if (seen?.kind === 'told') {
          log.info({ changes: seen.changes.length, tenant: tenantId }, 'outside changes announced');
          workspace.homes.changed();
        }
      } catch (error) {
        log.error({ err: error, tenant: tenantId }, 'account check failed');
      }
    }
    return isBusy ? Math.min(BUSY_AGAIN_MS, everyMs) : everyMs;
  };
  const next = (afterMs: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      void run(look)
        .catch((error: unknown) => {
          log.error({ err: error }, 'account checks failed');
          return everyMs;
        })
        .then(next);
    }, afterMs);
    timer.unref();
  };
  next(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
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
        ? `${name} is now orphaned: installed, but without its Ability`
        : `${name} installed (${state(change)})`;
    case 'installed-gone':
      return change.abilityId === null ? `Orphaned record of ${name} removed` : `${name} uninstalled`;
    case 'enabled':
    case 'disabled':
      return `${name} ${change.kind}`;
    case 'trigger-words':
      return `Trigger words of ${name}: ${[words('added', change.added), words('removed', change.removed)].filter((part) => part !== '').join(', ')}`;
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

/** In the format that commands accept. */
function ids(by: 'id' | 'installed', numbers: readonly number[]): string {
  const shown = numbers.slice(0, MAX_IDS).map((id) => `\`${by}:${id}\``);
  const rest = numbers.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Slack allows 3,000 characters per section. */
const MAX_LINES = 2800;

const MAX_SHOWN = 3;

const MAX_NAME = 60;

/** The announcement of outside changes, for the channel. */
export function watchMessage(changes: readonly AccountChange[], seenAt: Date): MessageAnswer {
  const lines = changes.map((change) => `• ${changeSentence(change)}`);
  const told = `*Changed outside Slack* · ${time(seenAt)}\n${fitLines(lines, MAX_LINES)}`;
  return {
    surface: 'message',
    replaces: false,
    text: toFallback(told),
    blocks: [section(told), ...actions(...showButtons(changes), button('All Abilities', { do: 'list' }))],
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
