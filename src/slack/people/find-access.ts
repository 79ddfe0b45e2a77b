import { withTimeout } from '../../base/timeout.ts';
import { type Access, decideRole, isRoleUnread, type WorkspacePolicy } from '../../core/access.ts';
import { readSlackError } from '../outbound/slack-errors.ts';
import type { Workspace } from '../workspace.ts';

/** The person, and where the request comes from. */
export interface Identity {
  userId: string;
  /** True if the payload says that the person is from another workspace. */
  isStranger: boolean;
  /** Null if the request comes from no channel, but from the Home tab or a global shortcut. */
  channelId: string | null;
  /** Absent or null if Slack didn't send a name. */
  channelName?: string | null;
}

export type AccessParts = Pick<Workspace, 'log' | 'people' | 'policy'> & {
  context: Pick<Workspace['context'], 'clock' | 'connection' | 'deadlines'>;
};

/**
 * Finds the person's rights. Never throws: if they can't be determined in time, they count as unknown, which permits
 * nothing.
 */
export async function findAccess(identity: Identity, workspace: AccessParts): Promise<Access> {
  let policy: WorkspacePolicy;
  try {
    policy = await workspace.policy.read();
  } catch (error) {
    workspace.log.error({ err: error }, 'store unavailable, roles unknown');
    return { known: false, reason: 'settings' };
  }
  try {
    const { clock, deadlines } = workspace.context;
    const found = await withTimeout(clock, decide(identity, policy, workspace), deadlines.role, () => null);
    if (found) return await withAdmins(found, workspace);
    workspace.log.warn('Slack user lookup timed out');
    return { known: false, reason: 'slack' };
  } catch (error) {
    const reason = readSlackError(error);
    workspace.log.warn({ err: error }, 'Slack user lookup failed');
    return { known: false, reason: reason === 'missing_scope' ? 'missing-scope' : 'slack' };
  }
}

/**
 * Adds workspace admins if the settings list no admins, so that refusals can name someone to ask. If Slack doesn't
 * answer in time, they say “a workspace admin”.
 */
async function withAdmins(
  access: Access,
  { context: { clock, deadlines }, log, people }: AccessParts,
): Promise<Access> {
  if (!access.known || access.role === 'admin') return access;
  if (access.because.by === 'kind' && access.because.kind === 'stranger') return access;
  if (access.admins.users.length + access.admins.groups.length > 0) return access;
  try {
    const found = await withTimeout(clock, people.readAdmins(), deadlines.typingHints, () => null);
    return { ...access, admins: { users: found?.users ?? [], groups: [] } };
  } catch (error) {
    log.warn({ err: error }, 'workspace admins unknown');
    return access;
  }
}

async function decide(
  { channelId, isStranger, userId }: Identity,
  policy: WorkspacePolicy,
  { context: { connection }, people }: AccessParts,
): Promise<Access> {
  const { grants, memberRole } = policy;
  const lists = [grants.admin, grants.editor, grants.viewer];
  // People listed by ID need no group lookup, so a failing lookup can't lock them out.
  const isListed = lists.some(({ users }) => users.includes(userId));
  const groupIds = isListed ? [] : [...new Set(lists.flatMap(({ groups }) => groups))];
  const [{ kind, timeZone, utcOffset }, mine] = isStranger
    ? ([{ kind: 'stranger', utcOffset: 0, timeZone: null }, []] as const)
    : await Promise.all([people.read(userId), people.groupsOf(userId, groupIds)]);
  const decided = decideRole({ userId, kind, groupIds: mine }, grants, memberRole);
  const channels = openChannels(policy);
  if (isRoleUnread(decided.because, policy) || isUnreadChannel(channelId, policy)) {
    return { known: false, reason: 'settings' };
  }
  return {
    known: true,
    ...decided,
    admins: grants.admin,
    onlyIn: isOpen(channelId, channels) ? null : channels,
    utcOffset: utcOffset === 0 ? undefined : utcOffset,
    timeZone: timeZone ?? undefined,
    unconnected: connection.kind === 'own' && connection.state !== 'connected' ? connection.state : undefined,
  };
}

/**
 * The channels where the bot may be used; empty for all. Includes the channels that the bot posts to, so that its
 * buttons work there.
 */
function openChannels({ auditChannel, channels, watchChannel }: WorkspacePolicy): readonly string[] {
  return channels.length === 0 ? [] : [...channels, ...[auditChannel, watchChannel].filter((id) => id !== null)];
}

/** True if people may use the bot in a channel, so that it may also post there unasked. @throws store errors. */
export async function isOpenChannel(channelId: string, { policy }: Pick<Workspace, 'policy'>): Promise<boolean> {
  const read = await policy.read();
  return !isUnreadChannel(channelId, read) && isOpen(channelId, openChannels(read));
}

const isUnreadChannel = (channelId: string | null, { channels, unread }: WorkspacePolicy): boolean =>
  unread.includes('channels') && !isDirect(channelId) && !channels.some((id) => id === channelId);

const isOpen = (channelId: string | null, channels: readonly string[]) =>
  isDirect(channelId) || channels.length === 0 || channels.some((id) => id === channelId);

/** True for direct messages and requests without a channel, where the bot may always be used. */
const isDirect = (channelId: string | null): boolean => channelId === null || channelId.startsWith('D');
