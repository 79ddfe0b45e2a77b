import type { DirectionInfo } from '../../src/page-server/page-api.ts';

/** An arrow and a color, with words for screen readers. */
export function DirectionSign({ direction: { name, from, arrow, to, color } }: { direction: DirectionInfo }) {
  return (
    <span class={`direction direction-${color}`}>
      <span aria-hidden="true">
        {from} {arrow} {to}
      </span>
      <span class="only-heard">{name}</span>
    </span>
  );
}
