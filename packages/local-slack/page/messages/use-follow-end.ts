import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A reader this close to the end counts as being there. In pixels. */
const NEAR = 48;

/**
 * Keeps a list scrolled to its newest entry unless the reader has scrolled away. `content` must change with the list.
 */
export function useFollowEnd(content: unknown) {
  const list = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => list.current?.scrollTo({ top: list.current.scrollHeight }), []);
  useLayoutEffect(() => {
    if (atEnd) toEnd();
  }, [content, atEnd, toEnd]);

  // The list shrinks when the composer grows or the wire panel is expanded.
  useLayoutEffect(() => {
    if (!list.current || !atEnd) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [atEnd, toEnd]);

  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {};
    setAtEnd(scrollHeight - scrollTop - clientHeight < NEAR);
  };
  return { list, onScroll, atEnd, toEnd };
}
