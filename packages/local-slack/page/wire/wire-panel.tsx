import { useContext, useState } from 'preact/hooks';
import type { ControlsInfo, DirectionInfo, TroubleInfo, WireInfo } from '../../src/page-server/page-api.ts';
import { OfferContext } from '../composer/offer-context.ts';
import { useSteadyScroll } from '../scroll/use-steady-scroll.ts';
import { Icon } from '../shell/icon.tsx';
import { ControlButtons } from './control-buttons.tsx';
import { DirectionFilter } from './direction-filter.tsx';
import { TroubleSwitches } from './trouble-switches.tsx';
import { WireRow } from './wire-row.tsx';

interface WirePanelProps {
  wire: readonly WireInfo[];
  directions: readonly DirectionInfo[];
  troubles: readonly TroubleInfo[];
  controls: ControlsInfo | null;
  open: boolean;
  onToggle: () => void;
}

/** The network exchanges in order, with switches to simulate failures. */
export function WirePanel({ wire, directions, troubles, controls, open, onToggle }: WirePanelProps) {
  const apart = directions.filter((direction) => direction.apart).map(({ name }) => name);
  const exchanges = wire.filter(({ direction }) => !apart.includes(direction));
  const last = exchanges.at(-1);
  const on = troubles.filter((trouble) => trouble.on).length;
  return (
    <section class="wire" aria-label="Wire" data-open={open}>
      <header class="wire-header">
        <button type="button" class="wire-toggle" aria-expanded={open} aria-controls="wire-body" onClick={onToggle}>
          <Icon name="wire" size={18} />
          <h2>Wire</h2>
          <span class="wire-sum">
            {exchanges.length === 1 ? '1 exchange' : `${exchanges.length} exchanges`}
            {!open && last && ` · last: ${last.direction}, ${last.title}`}
          </span>
          {on > 0 && <span class="wire-trouble">{on === 1 ? '1 fault on' : `${on} faults on`}</span>}
          <Icon name={open ? 'down' : 'up'} size={18} />
        </button>
      </header>
      {open && <WireBody wire={wire} directions={directions} troubles={troubles} controls={controls} />}
    </section>
  );
}

function WireBody({
  wire,
  directions,
  troubles,
  controls,
}: Pick<WirePanelProps, 'wire' | 'directions' | 'troubles' | 'controls'>) {
  const { app } = useContext(OfferContext);
  const [shown, setShown] = useState<readonly string[]>(() =>
    directions.filter(({ apart }) => !apart).map(({ name }) => name),
  );
  const rows = wire.flatMap((exchange) => {
    const direction = directions.find(({ name }) => name === exchange.direction);
    return direction && shown.includes(direction.name) ? [{ exchange, direction }] : [];
  });
  const { list, content, onScroll, onPointerLeave, atEnd, toEnd } = useSteadyScroll(rows.at(-1)?.exchange.n);
  return (
    <div class="wire-body" id="wire-body">
      <div class="wire-side">
        <p>Network traffic in order. Click an exchange to see its request and response. Secrets are masked.</p>
        {controls && <ControlButtons controls={controls} />}
        <TroubleSwitches troubles={troubles} />
      </div>
      <div class="wire-main">
        <DirectionFilter directions={directions} wire={wire} shown={shown} onShow={setShown} />
        <div ref={list} class="wire-list" {...{ onScroll, onPointerLeave }}>
          <div ref={content}>
            {rows.length === 0 && (
              <p class="empty">
                {wire.length === 0
                  ? `No traffic yet. Type ${app.command} in a channel.`
                  : 'The filter hides every exchange.'}
              </p>
            )}
            <ol aria-label="Exchanges">
              {rows.map(({ exchange, direction }) => (
                <WireRow key={exchange.n} exchange={exchange} direction={direction} />
              ))}
            </ol>
          </div>
        </div>
        {!atEnd && (
          <button type="button" class="to-end" onClick={toEnd}>
            <Icon name="down" size={16} /> Jump to newest
          </button>
        )}
      </div>
    </div>
  );
}
