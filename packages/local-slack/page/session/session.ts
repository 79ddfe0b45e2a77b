import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConfirmDialog, Directory } from '../../src/block-kit/index.ts';
import type { ActAnswer, Action, ChannelInfo, PersonInfo } from '../../src/page-server/page-api.ts';

/** What every part of the page needs of the person in front of it. */
export interface Session {
  viewerId: string;
  people: readonly PersonInfo[];
  channels: readonly ChannelInfo[];
  /** What menus of people and conversations offer. */
  directory: Directory;
  act: (action: Action) => Promise<ActAnswer>;
  /** Shows a confirm dialog; true for yes. */
  confirm: (dialog: ConfirmDialog) => Promise<boolean>;
  /** Shows a sentence for a while, where no better place is. */
  say: (sentence: string) => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This part of the page stands outside of a session.');
  return session;
}
