import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A reader who is this near to the end is at the end. In pixels. */
const NEAR = 48;

/** Keeps a list at its newest entry, unless the reader has scrolled away from it. `content` changes when the list does. */
export function useFollowEnd(content: unknown) {
  const list = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => list.current?.scrollTo({ top: list.current.scrollHeight }), []);
  useLayoutEffect(() => {
    if (atEnd) toEnd();
  }, [content, atEnd, toEnd]);

  // The list gets lower when the composer grows or the wire panel is unfolded.
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
