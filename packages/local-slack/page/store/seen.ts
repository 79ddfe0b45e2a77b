import type { PageState, WireInfo } from '../../src/page-server/page-api.ts';

/** All that the page knows from the server. */
export interface Seen {
  /** Who is looking; null until the first state has told who there is. */
  readonly personId: string | null;
  /** Null while nothing has been read for this person. */
  readonly state: PageState | null;
  readonly wire: readonly WireInfo[];
  readonly connection: 'connecting' | 'open' | 'lost';
}

export type SeenEvent =
  | { type: 'person chosen'; personId: string }
  | { type: 'state read'; asked: string | null; state: PageState }
  | { type: 'wire read'; wire: readonly WireInfo[] }
  | { type: 'connected' }
  | { type: 'lost' };

export const nothingSeen: Seen = { personId: null, state: null, wire: [], connection: 'connecting' };

export function reduceSeen(seen: Seen, event: SeenEvent): Seen {
  switch (event.type) {
    case 'person chosen':
      // What only the one before may see must not be shown to the next, not even until the answer is there.
      return {
        ...seen,
        personId: event.personId,
        state: seen.state && { ...seen.state, messages: [], modal: null, home: null },
      };
    case 'state read':
      // An answer that was on its way when somebody else was chosen.
      if (event.asked !== seen.personId) return seen;
      return {
        ...seen,
        connection: 'open',
        state: event.state,
        personId: seen.personId ?? event.state.people[0]?.id ?? null,
      };
    case 'wire read': {
      const last = seen.wire.at(-1)?.n ?? 0;
      return { ...seen, wire: [...seen.wire, ...event.wire.filter(({ n }) => n > last)] };
    }
    case 'connected':
      // The server may have been started afresh in the meantime, and counts from one then.
      return { ...seen, connection: 'open', wire: [] };
    case 'lost':
      return { ...seen, connection: 'lost' };
  }
}
