import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DirectionInfo, WireInfo } from '../../src/page-server/page-api.ts';
import { DirectionSign } from './direction-sign.tsx';
import { failureIn } from './failure-in.ts';
import { JsonText } from './json-text.tsx';

interface WireRowProps {
  exchange: WireInfo;
  direction: DirectionInfo;
}

/** One exchange; a click expands the request and response. */
export function WireRow({ exchange, direction }: WireRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (open && row.current) showWhole(row.current);
  }, [open]);
  const { n, title, status, ms, request, response } = exchange;
  return (
    <li ref={row} class="wire-row" data-open={open}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span class="wire-number">{n}</span>
        <DirectionSign direction={direction} />
        <span class="wire-title">{title}</span>
        <Status status={status} failure={failureIn(response)} />
        <span class="wire-ms">{Math.round(ms)} ms</span>
      </button>
      {open && (
        <div class="wire-detail" id={id}>
          <JsonText title="Request" value={request} />
          <JsonText title="Response" value={response} />
        </div>
      )}
    </li>
  );
}

/** Scrolls only if the expanded row extends below the visible area. */
function showWhole(row: HTMLElement): void {
  const list = row.closest('.wire-list');
  if (!list) return;
  const edges = list.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (bottom > edges.bottom) list.scrollBy({ top: top - edges.top });
}

function Status({ status, failure }: { status: number | null; failure: string | null }) {
  if (status === null) return <span class="wire-status wire-status-none">no response</span>;
  const kind = status < 400 && failure === null ? 'good' : 'bad';
  return (
    <span class={`wire-status wire-status-${kind}`}>
      {status} {failure}
    </span>
  );
}
