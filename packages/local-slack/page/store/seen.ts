import type { PageState, WireInfo } from '../../src/page-server/page-api.ts';

/** Everything the page knows from the server. */
export interface Seen {
  /** The viewer; null until the first state has arrived. */
  personId: string | null;
  /** Null until the state has been fetched for this person. */
  state: PageState | null;
  wire: readonly WireInfo[];
  connection: 'connecting' | 'open' | 'lost';
}

type SeenEvent =
  | { type: 'person chosen'; personId: string }
  | { type: 'state read'; asked: string | null; state: PageState }
  | { type: 'wire read'; wire: readonly WireInfo[] }
  | { type: 'connected' }
  | { type: 'lost' };

export const nothingSeen: Seen = { personId: null, state: null, wire: [], connection: 'connecting' };

export function reduceSeen(seen: Seen, event: SeenEvent): Seen {
  switch (event.type) {
    case 'person chosen':
      // The next person must never see the previous one's state, not even until their own arrives.
      return {
        ...seen,
        personId: event.personId,
        state: seen.state && { ...seen.state, messages: [], modal: null, home: null },
      };
    case 'state read':
      // A response requested for a previous viewer.
      if (event.asked !== seen.personId) return seen;
      return { ...seen, connection: 'open', state: event.state, personId: viewerOf(event.state, seen.personId) };
    case 'wire read': {
      const last = seen.wire.at(-1)?.n ?? 0;
      return { ...seen, wire: [...seen.wire, ...event.wire.filter(({ n }) => n > last)] };
    }
    case 'connected':
      // The server may have restarted, which resets its numbering.
      return { ...seen, connection: 'open', wire: [] };
    case 'lost':
      return { ...seen, connection: 'lost' };
  }
}

/** The server shows its first person if it does not know the one asked for. */
function viewerOf({ people }: PageState, personId: string | null): string | null {
  const viewer = people.find(({ id }) => id === personId) ?? people[0];
  return viewer?.id ?? null;
}
