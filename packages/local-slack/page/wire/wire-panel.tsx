import { useContext, useState } from 'preact/hooks';
import type { DirectionInfo, TroubleInfo, WireInfo } from '../../src/page-server/page-api.ts';
import { OfferContext } from '../composer/offer-context.ts';
import { useFollowEnd } from '../messages/use-follow-end.ts';
import { Icon } from '../shell/icon.tsx';
import { DirectionFilter } from './direction-filter.tsx';
import { TroubleSwitches } from './trouble-switches.tsx';
import { WireRow } from './wire-row.tsx';

export interface WirePanelProps {
  wire: readonly WireInfo[];
  directions: readonly DirectionInfo[];
  troubles: readonly TroubleInfo[];
  open: boolean;
  onToggle: () => void;
}

/** The network exchanges in order, with switches to simulate failures. */
export function WirePanel({ wire, directions, troubles, open, onToggle }: WirePanelProps) {
  const last = wire.at(-1);
  const on = troubles.filter((trouble) => trouble.on).length;
  return (
    <section class="wire" aria-label="Wire" data-open={open}>
      <header class="wire-header">
        <button type="button" class="wire-toggle" aria-expanded={open} aria-controls="wire-body" onClick={onToggle}>
          <Icon name="wire" size={18} />
          <h2>Wire</h2>
          <span class="wire-sum">
            {wire.length === 1 ? '1 exchange' : `${wire.length} exchanges`}
            {!open && last && ` · last: ${last.direction}, ${last.title}`}
          </span>
          {on > 0 && <span class="wire-trouble">{on === 1 ? '1 trouble is on' : `${on} troubles are on`}</span>}
          <Icon name={open ? 'down' : 'up'} size={18} />
        </button>
      </header>
      {open && <WireBody wire={wire} directions={directions} troubles={troubles} />}
    </section>
  );
}

function WireBody({ wire, directions, troubles }: Pick<WirePanelProps, 'wire' | 'directions' | 'troubles'>) {
  const { app } = useContext(OfferContext);
  const [shown, setShown] = useState<readonly string[]>(() => directions.map(({ name }) => name));
  const rows = wire.flatMap((exchange) => {
    const direction = directions.find(({ name }) => name === exchange.direction);
    return direction && shown.includes(direction.name) ? [{ exchange, direction }] : [];
  });
  const { list, onScroll, atEnd, toEnd } = useFollowEnd(rows.length);
  return (
    <div class="wire-body" id="wire-body">
      <div class="wire-side">
        <p>
          All that goes over the network, in order. Click an exchange to read what was asked and answered; secrets are
          masked.
        </p>
        <TroubleSwitches troubles={troubles} />
      </div>
      <div class="wire-main">
        <DirectionFilter directions={directions} wire={wire} shown={shown} onShow={setShown} />
        <div ref={list} class="wire-list" onScroll={onScroll}>
          {rows.length === 0 && (
            <p class="empty">
              {wire.length === 0
                ? `Nothing has gone over the network yet. Type ${app.command} in a channel.`
                : 'All of it is filtered out.'}
            </p>
          )}
          <ol aria-label="Exchanges">
            {rows.map(({ exchange, direction }) => (
              <WireRow key={exchange.n} exchange={exchange} direction={direction} />
            ))}
          </ol>
        </div>
        {!atEnd && (
          <button type="button" class="to-end" onClick={toEnd}>
            <Icon name="down" size={16} /> To the newest
          </button>
        )}
      </div>
    </div>
  );
}
