import { ROUTES } from '../../src/page-server/page-api.ts';

export interface EventsListener {
  onOpen: () => void;
  /** The state has a new revision. */
  onChange: () => void;
  onLost: () => void;
}

const RECONNECT_MS = 2000;

/** Listens to the event stream for good. Returns what stops it. */
export function followEvents({ onOpen, onChange, onLost }: EventsListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(ROUTES.events);
    source.onopen = onOpen;
    source.onmessage = onChange;
    source.onerror = () => {
      onLost();
      // The browser reconnects after a cut, but gives up for good after an answer that is no stream.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RECONNECT_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
