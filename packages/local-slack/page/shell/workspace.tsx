import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageState, WireInfo } from '../../src/page-server/page-api.ts';
import { ChannelView } from '../channel/channel-view.tsx';
import { OfferContext } from '../composer/offer-context.ts';
import { HomeTab } from '../home/home-tab.tsx';
import { arrangeMessages } from '../messages/arrange-messages.ts';
import { Modal } from '../modal/modal.tsx';
import { useSession } from '../session/session.ts';
import { Sidebar } from '../sidebar/sidebar.tsx';
import { useKept } from '../store/use-kept.ts';
import { ThreadPane } from '../thread/thread-pane.tsx';
import { WirePanel } from '../wire/wire-panel.tsx';
import { channelAt, Spot, spotOf } from './spot.ts';
import { useUnread } from './use-unread.ts';

interface WorkspaceProps {
  state: PageState;
  viewerId: string;
  wire: readonly WireInfo[];
  wireOpen: boolean;
  onWire: (open: boolean) => void;
  onPerson: (id: string) => void;
}

/** `isAutomatic`: nobody opened it. */
interface ShownThread {
  ts: string;
  isAutomatic: boolean;
}

export function Workspace({ state, viewerId, wire, wireOpen, onWire, onPerson }: WorkspaceProps) {
  const { act, say } = useSession();
  const { channels, messages, modal, home, people } = state;
  const [chosen, setChosen] = useKept<Spot | null>('spot', Spot.nullable(), null);
  const [shownThread, setShownThread] = useState<ShownThread | null>(null);
  /** The conversations that there were when a sample was dropped; null if no answer to one is awaited. */
  const [beforeSample, setBeforeSample] = useState<ReadonlySet<string> | null>(null);

  const channel = channelAt(chosen, channels);
  const spot = spotOf(channel);
  const unread = useUnread(viewerId, messages, channel?.id);
  const botName = people.find(({ kind }) => kind === 'app')?.name ?? 'the app';
  const conversations = channel ? arrangeMessages(messages, channel.id) : [];
  const thread = conversations.find(({ root }) => root.ts === shownThread?.ts);

  // Slack notifies the app each time its Home tab is opened.
  useEffect(() => {
    if (spot.kind !== 'home') return;
    const tell = async () => {
      const answer = await act({ do: 'open-home', person: viewerId });
      if (!answer.ok) say(answer.sentence);
    };
    void tell();
  }, [spot.kind, viewerId, act, say]);

  // The bot answers a sample in its thread, where a newcomer would not look.
  useEffect(() => {
    if (beforeSample === null) return;
    const answered = conversations.findLast(
      ({ replies, root }) =>
        root.userId === viewerId && root.files.length > 0 && replies.length > 0 && !beforeSample.has(root.ts),
    );
    if (!answered) return;
    setBeforeSample(null);
    setShownThread({ ts: answered.root.ts, isAutomatic: true });
  }, [messages, beforeSample]);

  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('.stage textarea')?.focus(), [chosen]);

  const closeThread = () => {
    setShownThread(null);
    setBeforeSample(null);
  };
  const go = (next: Spot) => {
    setChosen(next);
    closeThread();
  };
  return (
    <OfferContext.Provider value={state}>
      <div ref={box} class="workspace" data-thread={thread !== undefined} data-wire={wireOpen}>
        <Sidebar
          {...{ channels, people, viewerId, botName, spot, unread }}
          onGo={go}
          onPerson={(id) => {
            closeThread();
            onPerson(id);
          }}
        />
        {spot.kind === 'home' && <HomeTab home={home} botName={botName} />}
        {channel && (
          <ChannelView
            key={`${viewerId} ${channel.id}`}
            {...{ channel, messages, botName }}
            onOpenThread={(ts) => setShownThread({ ts, isAutomatic: false })}
            onSample={() => setBeforeSample(new Set(conversations.map(({ root }) => root.ts)))}
          />
        )}
        {channel && thread && (
          <ThreadPane
            key={thread.root.ts}
            channel={channel}
            conversation={thread}
            takesFocus={shownThread?.isAutomatic === false}
            onClose={closeThread}
          />
        )}
        <WirePanel
          {...{ wire, directions: state.directions, troubles: state.troubles, controls: state.controls }}
          open={wireOpen}
          onToggle={() => onWire(!wireOpen)}
        />
      </div>
      <p class="only-heard" role="status">
        {thread && shownThread?.isAutomatic ? "The thread with the bot's reply is open." : ''}
      </p>
      {modal && modal.definition.type === 'modal' && (
        <Modal key={viewerId} view={modal} definition={modal.definition} />
      )}
    </OfferContext.Provider>
  );
}
