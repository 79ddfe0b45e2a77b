import { useContext, useState } from 'preact/hooks';
import type { AppInfo, ChannelInfo, MessageInfo } from '../../src/page-server/page-api.ts';
import { ComposerBox } from '../composer/composer.tsx';
import { OfferContext } from '../composer/offer-context.ts';
import { type Draft, useDraft } from '../composer/use-draft.ts';
import { MessageList } from '../messages/message-list.tsx';
import { Icon } from '../shell/icon.tsx';

interface ChannelViewProps {
  channel: ChannelInfo;
  messages: readonly MessageInfo[];
  botName: string;
  onOpenThread: (ts: string) => void;
  /** A sample is about to be dropped. */
  onSample: () => void;
}

/** A channel or direct message with its composer. Files can be dropped anywhere on it. */
export function ChannelView({ channel, messages, botName, onOpenThread, onSample }: ChannelViewProps) {
  const { app, words } = useContext(OfferContext);
  const plain = useDraft(channel, null);
  const draft: Draft = {
    ...plain,
    dropSample: (sample) => {
      onSample();
      plain.dropSample(sample);
    },
  };
  const [over, setOver] = useState(false);
  const isChannel = channel.kind === 'channel';
  const place = isChannel ? `# ${channel.name}` : channel.name;
  return (
    <main
      class="stage"
      aria-label={place}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void draft.attach(event.dataTransfer?.files);
        event.currentTarget.querySelector('textarea')?.focus();
      }}
    >
      <header class="stage-header">
        <h1>
          <Icon name={isChannel ? (channel.isPrivate ? 'lock' : 'hash') : 'message'} size={18} /> {channel.name}
        </h1>
        <span class="stage-note">{describe(channel, botName, app)}</span>
      </header>
      <MessageList
        messages={messages}
        channelId={channel.id}
        label={`Messages in ${place}`}
        empty={`No messages yet. ${words.hint}`}
        onOpenThread={onOpenThread}
      />
      <ComposerBox channel={channel} threadTs={null} draft={draft} />
      {over && (
        <div class="drop-here" aria-hidden="true">
          <Icon name="file" size={36} />
          <strong>Drop to attach to {place}</strong>
          <span>Shared when you send the message.</span>
        </div>
      )}
    </main>
  );
}

function describe({ kind, botIsMember, isPrivate }: ChannelInfo, botName: string, { mention }: AppInfo): string {
  if (kind === 'direct-message') return 'Only you and the app';
  const member = botIsMember ? `${botName} is a member` : `${botName} is not a member. Add it with /invite ${mention}`;
  return isPrivate ? `Private · ${member}` : member;
}
