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

export interface WorkspaceProps {
  state: PageState;
  viewerId: string;
  wire: readonly WireInfo[];
  wireOpen: boolean;
  onWire: (open: boolean) => void;
  onPerson: (id: string) => void;
}

export function Workspace({ state, viewerId, wire, wireOpen, onWire, onPerson }: WorkspaceProps) {
  const { act, say } = useSession();
  const { channels, messages, modal, home, people } = state;
  const [chosen, setChosen] = useKept<Spot | null>('spot', Spot.nullable(), null);
  const [threadTs, setThreadTs] = useState<string | null>(null);

  const channel = channelAt(chosen, channels);
  const spot = spotOf(channel);
  const unread = useUnread(viewerId, messages, channel?.id);
  const botName = people.find(({ kind }) => kind === 'app')?.name ?? 'the app';
  const conversations = channel ? arrangeMessages(messages, channel.id) : [];
  const thread = conversations.find(({ root }) => root.ts === threadTs);

  // Slack notifies the app each time its Home tab is opened.
  useEffect(() => {
    if (spot.kind !== 'home') return;
    const tell = async () => {
      const answer = await act({ do: 'open-home', person: viewerId });
      if (!answer.ok) say(answer.sentence);
    };
    void tell();
  }, [spot.kind, viewerId, act, say]);

  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(chosen);
  useEffect(() => {
    // Only after a choice: a reload leaves the focus alone.
    if (latest.current !== chosen) box.current?.querySelector<HTMLElement>('.stage textarea')?.focus();
    latest.current = chosen;
  }, [chosen]);

  const go = (next: Spot) => {
    setChosen(next);
    setThreadTs(null);
  };
  return (
    <OfferContext.Provider value={state}>
      <div ref={box} class="workspace" data-thread={thread !== undefined} data-wire={wireOpen}>
        <Sidebar
          {...{ channels, people, viewerId, botName, spot, unread }}
          onGo={go}
          onPerson={(id) => {
            setThreadTs(null);
            onPerson(id);
          }}
        />
        {spot.kind === 'home' && <HomeTab home={home} botName={botName} />}
        {channel && (
          <ChannelView
            key={`${viewerId} ${channel.id}`}
            {...{ channel, messages, botName }}
            onOpenThread={setThreadTs}
          />
        )}
        {channel && thread && (
          <ThreadPane key={thread.root.ts} channel={channel} conversation={thread} onClose={() => setThreadTs(null)} />
        )}
        <WirePanel
          {...{ wire, directions: state.directions, troubles: state.troubles, controls: state.controls }}
          open={wireOpen}
          onToggle={() => onWire(!wireOpen)}
        />
      </div>
      {modal && modal.definition.type === 'modal' && (
        <Modal key={viewerId} view={modal} definition={modal.definition} />
      )}
    </OfferContext.Provider>
  );
}
