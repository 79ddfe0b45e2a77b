import { useEffect, useRef } from 'preact/hooks';

/** An error next to the action that failed, scrolled into view. */
export function Failure({ sentence }: { sentence: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <p ref={line} class="failure" role="alert">
      {sentence}
    </p>
  );
}
