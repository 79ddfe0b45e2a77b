import type { DirectionInfo } from '../../src/page-server/page-api.ts';

/** An arrow and a colour, with words for screen readers. */
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
