import * as z from 'zod';
import type { ChannelInfo } from '../../src/page-server/page-api.ts';

/** Where a person is. The direct message is identified by kind because its ID differs from person to person. */
export const Spot = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), id: z.string() }),
  z.object({ kind: z.literal('direct') }),
  z.object({ kind: z.literal('home') }),
]);
export type Spot = z.infer<typeof Spot>;

/** The spot for a channel; Home without one. */
export function spotOf(channel: ChannelInfo | undefined): Spot {
  if (!channel) return { kind: 'home' };
  return channel.kind === 'direct-message' ? { kind: 'direct' } : { kind: 'channel', id: channel.id };
}

/**
 * The channel of a spot. Before a choice is made: the first channel that the bot is in, since it has something to see.
 */
export function channelAt(spot: Spot | null, channels: readonly ChannelInfo[]): ChannelInfo | undefined {
  if (spot?.kind === 'home') return undefined;
  if (spot?.kind === 'direct') return channels.find(({ kind }) => kind === 'direct-message');
  const wanted = spot && channels.find(({ id }) => id === spot.id);
  const rooms = channels.filter(({ kind }) => kind === 'channel');
  return wanted ?? rooms.find(({ botIsMember }) => botIsMember) ?? rooms[0];
}
