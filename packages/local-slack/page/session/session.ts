import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConfirmDialog, Directory } from '../../src/block-kit/index.ts';
import type { ActAnswer, Action, ChannelInfo, PersonInfo } from '../../src/page-server/page-api.ts';

/** The context that all parts of the page share for the current person. */
interface Session {
  viewerId: string;
  people: readonly PersonInfo[];
  channels: readonly ChannelInfo[];
  /** Options of people and conversation menus. */
  directory: Directory;
  act: (action: Action) => Promise<ActAnswer>;
  /** Shows a confirm dialog; resolves to true for yes. */
  confirm: (dialog: ConfirmDialog) => Promise<boolean>;
  /** Shows a toast, for messages that have no better place. */
  say: (sentence: string) => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This component is outside a session.');
  return session;
}
