import { setTimeout as wait } from 'node:timers/promises';
import { type Access, decideRole, type Policy } from '../../core/access.ts';
import { readSlackError } from '../outbound/slack-errors.ts';
import type { Workspace } from '../workspace.ts';

/** A form lives for 3 seconds from the click on, and needs the rest of them. */
const WITHIN_MS = 1800;

/** Who asks, and where. */
export interface Identity {
  userId: string;
  /** What the payload itself says: somebody of another workspace. */
  isStranger: boolean;
  /** Null where there is no channel: the Home tab, Slack's own menus. */
  channelId: string | null;
}

type AccessParts = Pick<Workspace, 'log' | 'people' | 'policy'> & { context: Pick<Workspace['context'], 'connection'> };

/** What somebody may do here. Never throws: whatever cannot be found out in time is told as unknown, which means no. */
export async function findAccess(identity: Identity, workspace: AccessParts): Promise<Access> {
  let policy: Policy;
  try {
    policy = await workspace.policy.read();
  } catch (error) {
    workspace.log.error({ err: error }, 'the store does not tell who may do what');
    return { known: false, reason: 'settings' };
  }
  try {
    const found = await Promise.race([decide(identity, policy, workspace), wait(WITHIN_MS, null, { ref: false })]);
    if (found) return found;
    workspace.log.warn('Slack did not tell in time who somebody is');
    return { known: false, reason: 'slack' };
  } catch (error) {
    const reason = readSlackError(error);
    workspace.log.warn({ err: error }, 'Slack did not tell who somebody is');
    return { known: false, reason: reason === 'missing_scope' ? 'missing-scope' : 'slack' };
  }
}

async function decide(
  { channelId, isStranger, userId }: Identity,
  policy: Policy,
  { context: { connection }, people }: AccessParts,
): Promise<Access> {
  const { grants, memberRole } = policy;
  const channels = openChannels(policy);
  const lists = [grants.admin, grants.operator, grants.viewer];
  // Who is listed by name is not asked about in groups: a group that Slack does not tell must not lock them out.
  const isListed = lists.some(({ users }) => users.includes(userId));
  const groupIds = isListed ? [] : [...new Set(lists.flatMap(({ groups }) => groups))];
  const [kind, mine] = isStranger
    ? (['stranger', []] as const)
    : await Promise.all([people.kindOf(userId), people.groupsOf(userId, groupIds)]);
  return {
    known: true,
    ...decideRole({ userId, kind, groupIds: mine }, grants, memberRole),
    admins: grants.admin,
    onlyIn: isOpen(channelId, channels) ? null : channels,
    ...(connection.kind === 'own' && connection.state !== 'connected' ? { unconnected: connection.state } : {}),
  };
}

/** Empty: everywhere. Where the bot itself speaks, its buttons work. */
function openChannels({ auditChannel, channels, watchChannel }: Policy): readonly string[] {
  return channels.length === 0 ? [] : [...channels, ...[auditChannel, watchChannel].filter((id) => id !== null)];
}

/** Whether the bot may be used there, so that it may speak there unasked. @throws what the store throws. */
export async function isOpenChannel(channelId: string, { policy }: Pick<Workspace, 'policy'>): Promise<boolean> {
  return isOpen(channelId, openChannels(await policy.read()));
}

/** Where nobody else is, the bot may always be used. */
const isOpen = (channelId: string | null, channels: readonly string[]) =>
  channelId === null || channelId.startsWith('D') || channels.length === 0 || channels.includes(channelId);
