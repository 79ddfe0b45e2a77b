import { ROUTES } from '../../src/page-server/page-api.ts';

interface EventsListener {
  onOpen: () => void;
  onChange: () => void;
  onLost: () => void;
}

const RECONNECT_MS = 2000;

/** Follows the event stream until the returned function is called. */
export function followEvents({ onOpen, onChange, onLost }: EventsListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(ROUTES.events);
    source.onopen = onOpen;
    source.onmessage = onChange;
    source.onerror = () => {
      onLost();
      // The browser reconnects after a lost connection, but not after a response that is not an event stream.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RECONNECT_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
