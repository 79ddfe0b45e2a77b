import type { DirectionInfo, WireInfo } from '../../src/page-server/page-api.ts';
import { DirectionSign } from './direction-sign.tsx';

interface DirectionFilterProps {
  directions: readonly DirectionInfo[];
  wire: readonly WireInfo[];
  shown: readonly string[];
  onShow: (shown: readonly string[]) => void;
}

export function DirectionFilter({ directions, wire, shown, onShow }: DirectionFilterProps) {
  const toggle = (name: string) =>
    onShow(shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]);
  return (
    <fieldset class="wire-filter">
      <legend class="only-heard">Directions to show</legend>
      {directions.map((direction) => (
        <label key={direction.name}>
          <input type="checkbox" checked={shown.includes(direction.name)} onChange={() => toggle(direction.name)} />
          <span>
            <DirectionSign direction={direction} />
            <small>{wire.filter((exchange) => exchange.direction === direction.name).length}</small>
            <small class="wire-says">{direction.says}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
