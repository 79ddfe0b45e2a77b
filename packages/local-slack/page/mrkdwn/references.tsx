import { useSession } from '../session/session.ts';
import { safeAddress } from './safe-address.ts';

export function Link({ url, label }: { url: string; label: string }) {
  const href = safeAddress(url);
  if (!href) return <span>{label}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {label}
    </a>
  );
}

export function PersonMention({ id, label }: { id: string; label: string | null }) {
  const { people, viewerId } = useSession();
  const name = people.find((person) => person.id === id)?.name ?? label ?? id;
  return <span class={id === viewerId ? 'mention mention-of-you' : 'mention'}>@{name}</span>;
}

export function ChannelMention({ id, label }: { id: string; label: string | null }) {
  const { channels } = useSession();
  return <span class="mention">#{channels.find((channel) => channel.id === id)?.name ?? label ?? id}</span>;
}
