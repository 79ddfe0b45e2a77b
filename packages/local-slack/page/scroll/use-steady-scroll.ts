import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  distanceFromEnd,
  filledHeight,
  hasBlank,
  holdStill,
  type Position,
  positionOfControl,
  positionOfReader,
  type ScrolledList,
  scrollToEnd,
} from './hold-still.ts';

/** A reader this close to the end counts as being there. In pixels. */
const NEAR = 80;

/**
 * Keeps a list scrolled to its newest entry unless the reader has scrolled away, and otherwise keeps in place what the
 * reader points at: an edit must not move a button that somebody is about to press. If the button is gone, the message
 * is shown from its beginning.
 * @param newest identifies the newest entry.
 */
export function useSteadyScroll(newest: unknown) {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const drawn = useRef(newest);
  const kept = useRef<Position | null>(null);
  const lastInput = useLastInput(list);

  const parts = (): ScrolledList | null =>
    list.current && content.current ? { list: list.current, content: content.current } : null;
  const look = () => {
    const scrolled = parts();
    if (!scrolled) return;
    kept.current = positionOfReader(scrolled);
    setAtEnd(distanceFromEnd(scrolled) < NEAR);
  };
  const toEnd = useCallback(() => {
    const scrolled = parts();
    if (scrolled) scrollToEnd(scrolled);
    look();
  }, []);
  const stay = () => {
    const present = parts();
    if (present && atEnd) scrollToEnd(present);
    else if (present && kept.current) holdStill(present, kept.current, false);
  };

  // Measured while rendering: afterwards the document has changed.
  const scrolled = parts();
  const control = scrolled && controlIn(scrolled.list, lastInput.current);
  const held = scrolled && control ? positionOfControl(scrolled, control) : atEnd ? null : kept.current;
  const before = scrolled && filledHeight(scrolled);
  useLayoutEffect(() => {
    const present = parts();
    if (!present) return;
    const isNew = drawn.current !== newest;
    drawn.current = newest;
    const hasChanged = isNew || before === null || before !== filledHeight(present);
    if (atEnd && hasChanged && (isNew || !held)) scrollToEnd(present);
    else if (held) holdStill(present, held, control !== null && lastInput.current === 'pointer');
    look();
  });

  // The list shrinks when the composer grows, and becomes narrower beside the wire panel or a thread.
  useLayoutEffect(() => {
    if (!list.current) return;
    let isFirst = true;
    const observer = new ResizeObserver(() => {
      // The size when the observation begins.
      if (!isFirst) stay();
      isFirst = false;
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [atEnd]);

  const onPointerLeave = () => {
    const present = parts();
    if (present && hasBlank(present)) stay();
  };
  return { list, content, onScroll: look, onPointerLeave, atEnd, toEnd };
}

type LastInput = 'pointer' | 'keys';

/** Whether the reader last used the pointer on the list or the keyboard. */
function useLastInput(list: { current: HTMLElement | null }) {
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

const CONTROL = 'a, button, input, textarea, label, .actions, .section-accessory';

/** The control under the pointer, or with the focus. */
function controlIn(list: HTMLElement, lastInput: LastInput): Element | null {
  const pointedAt = lastInput === 'pointer' ? [...list.querySelectorAll(':hover')].at(-1) : document.activeElement;
  const control = pointedAt?.closest(CONTROL);
  return control && list.contains(control) ? control : null;
}
