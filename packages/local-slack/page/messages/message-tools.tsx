import { useContext } from 'preact/hooks';
import type { MessageInfo } from '../../src/page-server/page-api.ts';
import { OfferContext } from '../composer/offer-context.ts';
import { Menu } from '../popup/menu.tsx';
import { useSession } from '../session/session.ts';
import { Icon } from '../shell/icon.tsx';

interface MessageToolsProps {
  message: MessageInfo;
  author: string;
  onOpenThread: ((ts: string) => void) | undefined;
}

/** Message actions: reply in thread, and the app's message shortcuts. */
export function MessageTools({ message: { channelId, ts }, author, onOpenThread }: MessageToolsProps) {
  const { act, say, viewerId } = useSession();
  const { shortcuts } = useContext(OfferContext);
  const choose = async (callbackId: string) => {
    const answer = await act({ do: 'message-shortcut', person: viewerId, callbackId, channelId, ts });
    if (!answer.ok) say(answer.sentence);
  };
  const items = shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ callbackId, name }) => ({ key: callbackId, label: name, onChoose: () => void choose(callbackId) }));
  if (!onOpenThread && items.length === 0) return null;
  return (
    <div class="message-tools">
      {onOpenThread && (
        <button
          type="button"
          class="icon-button"
          aria-label={`Reply in thread to ${author}`}
          title="Reply in thread"
          onClick={() => onOpenThread(ts)}
        >
          <Icon name="reply" size={18} />
        </button>
      )}
      {items.length > 0 && (
        <Menu label={`More actions for the message from ${author}`} class="icon-button" items={items}>
          <Icon name="more" size={18} />
        </Menu>
      )}
    </div>
  );
}
