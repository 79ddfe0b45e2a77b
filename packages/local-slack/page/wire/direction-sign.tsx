import type { DirectionInfo } from '../../src/page-server/page-api.ts';

/** A direction as a small sign: an arrow, words and a colour; said in words. */
export function DirectionSign({ direction: { name, from, arrow, to, colour } }: { direction: DirectionInfo }) {
  return (
    <span class={`direction direction-${colour}`}>
      <span aria-hidden="true">
        {from} {arrow} {to}
      </span>
      <span class="only-heard">{name}</span>
    </span>
  );
}
