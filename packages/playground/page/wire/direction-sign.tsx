import { DIRECTIONS, type Direction } from './directions.ts';

/** A direction as a small sign: an arrow, words and a colour; said in words. */
export function DirectionSign({ direction }: { direction: Direction }) {
  const { from, arrow, to, key } = DIRECTIONS[direction];
  return (
    <span class={`direction direction-${key}`}>
      <span aria-hidden="true">
        {from} {arrow} {to}
      </span>
      <span class="only-heard">{direction}</span>
    </span>
  );
}
