import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  distanceFromEnd,
  filledHeight,
  firstVisible,
  holdStill,
  type Position,
  positionOf,
  type ScrolledList,
  scrollToEnd,
} from './hold-still.ts';

/** A reader this close to the end counts as being there. In pixels. */
const NEAR = 80;

/**
 * Keeps a list scrolled to its newest entry unless the reader has scrolled away, and otherwise keeps in place what the
 * reader points at: an edit must not move a button that somebody is about to press.
 * @param newest identifies the newest entry.
 */
export function useSteadyScroll(newest: unknown) {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const drawn = useRef(newest);
  const kept = useRef<Position | null>(null);
  const pointsAtList = useLastInput(list);

  const parts = (): ScrolledList | null =>
    list.current && content.current ? { list: list.current, content: content.current } : null;
  const look = () => {
    const scrolled = parts();
    if (!scrolled) return;
    const first = firstVisible(scrolled.list);
    kept.current = first && positionOf(scrolled, first);
    setAtEnd(distanceFromEnd(scrolled) < NEAR);
  };
  const toEnd = useCallback(() => {
    const scrolled = parts();
    if (scrolled) scrollToEnd(scrolled);
    look();
  }, []);

  // Measured while rendering: afterwards the document has changed.
  const scrolled = parts();
  const pointedAt = list.current && pointedAtIn(list.current, pointsAtList.current);
  const held = scrolled && pointedAt ? positionOf(scrolled, pointedAt) : atEnd ? null : kept.current;
  const before = scrolled && filledHeight(scrolled);
  useLayoutEffect(() => {
    const present = parts();
    if (!present) return;
    const isNew = drawn.current !== newest;
    drawn.current = newest;
    const hasChanged = isNew || before === null || before !== filledHeight(present);
    if (atEnd && hasChanged && (isNew || !held)) scrollToEnd(present);
    else if (held) holdStill(present, held);
    look();
  });

  // The list shrinks when the composer grows, and becomes narrower beside the wire panel or a thread.
  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(() => {
      const present = parts();
      if (present && atEnd) scrollToEnd(present);
      else if (present && kept.current) holdStill(present, kept.current);
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [atEnd]);

  return { list, content, onScroll: look, atEnd, toEnd };
}

type LastInput = 'pointer' | 'keys';

/** Whether the reader last used the pointer on the list or the keyboard. */
function useLastInput(list: { readonly current: HTMLElement | null }) {
  const last = useRef<LastInput>('keys');
  useLayoutEffect(() => {
    const onPointer = ({ target }: Event) => {
      if (target instanceof Node && list.current?.contains(target)) last.current = 'pointer';
    };
    const onKey = () => {
      last.current = 'keys';
    };
    window.addEventListener('pointermove', onPointer);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('pointermove', onPointer);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  return last;
}

/** The entry or control under the pointer, or with the focus. */
function pointedAtIn(list: HTMLElement, lastInput: LastInput): Element | null {
  const hovered = lastInput === 'pointer' ? [...list.querySelectorAll(':hover')].at(-1) : undefined;
  if (hovered) return hovered;
  const focused = document.activeElement;
  return focused && focused !== list && list.contains(focused) ? focused : null;
}
