import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks';
import * as z from 'zod';
import { followEvents } from '../api/follow-events.ts';
import { fetchState, fetchWire } from '../api/server-api.ts';
import { withoutForgotten } from './forgotten-on-reload.ts';
import { runCoalesced } from './run-coalesced.ts';
import { nothingSeen, reduceSeen, type Seen } from './seen.ts';
import { keep, readKept } from './use-kept.ts';

const RETRY_MS = 2000;

const asKeptPerson = (seen: Seen): Seen => ({ ...seen, personId: readKept('person', z.string()) });

/** Keeps the state up to date: fetches it at every revision announced by the event stream. */
export function useSeen(): { seen: Seen; choosePerson: (personId: string) => void } {
  const [seen, dispatch] = useReducer(reduceSeen, nothingSeen, asKeptPerson);
  // Fetching spans several renders and needs the current value.
  const now = useRef(seen);
  now.current = seen;

  const refresh = useRef<(() => void) | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastWire = 0;
    const read = runCoalesced(async () => {
      try {
        const asked = now.current.personId;
        const after = lastWire;
        const [state, wire] = await Promise.all([fetchState(asked), fetchWire(after)]);
        dispatch({ type: 'state read', asked, state: withoutForgotten(state, performance.timeOrigin) });
        // A connection opened in the meantime reads the exchanges from the beginning.
        if (lastWire !== after) return;
        dispatch({ type: 'wire read', wire });
        lastWire = wire.at(-1)?.n ?? after;
      } catch {
        dispatch({ type: 'lost' });
        clearTimeout(timer);
        timer = setTimeout(read, RETRY_MS);
      }
    });
    refresh.current = read;
    const stop = followEvents({
      onOpen: () => {
        lastWire = 0;
        dispatch({ type: 'connected' });
        read();
      },
      onChange: read,
      onLost: () => dispatch({ type: 'lost' }),
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);

  // After the render with the new person, so that their state is fetched.
  useEffect(() => {
    if (!seen.personId) return;
    keep('person', seen.personId);
    refresh.current?.();
  }, [seen.personId]);

  const choosePerson = useCallback((personId: string) => dispatch({ type: 'person chosen', personId }), []);
  return { seen, choosePerson };
}
