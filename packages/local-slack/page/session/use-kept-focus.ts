import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * When a redraw removes the focused control, moves the focus to the surface that it was on. Otherwise the browser would
 * move it to the top of the page, where Escape and Tab no longer reach the surface. Spread the result on the surface.
 */
export function useKeptFocus(surface: RefObject<HTMLElement | null>) {
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const gone = last.current !== null && !last.current.isConnected;
    if (!gone) return;
    last.current = null;
    if (document.activeElement === document.body) surface.current?.focus({ preventScroll: true });
  });
  return {
    tabIndex: -1,
    onFocusIn: ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null;
    },
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      // Without a next target the control was removed, or the person clicked on the page itself.
      if (relatedTarget) last.current = null;
    },
  };
}
