import type { WireInfo } from '../../src/page-api.ts';
import { DirectionSign } from './direction-sign.tsx';
import { DIRECTIONS, type Direction, directionNames } from './directions.ts';

export interface DirectionFilterProps {
  wire: readonly WireInfo[];
  shown: readonly Direction[];
  onShow: (shown: readonly Direction[]) => void;
}

/** Which directions are listed, and what they are. */
export function DirectionFilter({ wire, shown, onShow }: DirectionFilterProps) {
  const toggle = (direction: Direction) =>
    onShow(shown.includes(direction) ? shown.filter((other) => other !== direction) : [...shown, direction]);
  return (
    <fieldset class="wire-filter">
      <legend class="only-heard">Directions to show</legend>
      {directionNames.map((direction) => (
        <label key={direction}>
          <input type="checkbox" checked={shown.includes(direction)} onChange={() => toggle(direction)} />
          <span>
            <DirectionSign direction={direction} />
            <small>{wire.filter((exchange) => exchange.direction === direction).length}</small>
            <small class="wire-says">{DIRECTIONS[direction].says}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
