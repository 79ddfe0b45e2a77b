import { useEffect, useState } from 'preact/hooks';
import type { MessageInfo } from '../../src/page-server/page-api.ts';

/** Channels with messages from others that arrived since the page was opened and that this person has not viewed. */
export function useUnread(viewerId: string, messages: readonly MessageInfo[], hereId: string | undefined): Set<string> {
  // In seconds, like a message's ts. The server runs on the same machine, so both use the same clock.
  const [opened] = useState(() => Date.now() / 1000);
  const [read, setRead] = useState<Readonly<Record<string, number>>>({});
  const newest = new Map<string, number>();
  for (const { channelId, ts, userId } of messages) {
    if (userId !== viewerId) newest.set(channelId, Math.max(Number(ts), newest.get(channelId) ?? 0));
  }
  const keyOf = (channelId: string) => `${viewerId} ${channelId}`;

  const inFront = hereId === undefined ? undefined : newest.get(hereId);
  useEffect(() => {
    if (hereId !== undefined && inFront !== undefined) setRead((before) => ({ ...before, [keyOf(hereId)]: inFront }));
  }, [viewerId, hereId, inFront]);

  const isUnread = ([channelId, at]: [string, number]) =>
    channelId !== hereId && at > (read[keyOf(channelId)] ?? opened);
  return new Set([...newest].filter(isUnread).map(([channelId]) => channelId));
}
