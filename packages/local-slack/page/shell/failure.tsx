import { useEffect, useRef } from 'preact/hooks';

/** Why something did not go through, at the place where it was tried; scrolled into sight. */
export function Failure({ sentence }: { sentence: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <p ref={line} class="failure" role="alert">
      {sentence}
    </p>
  );
}
