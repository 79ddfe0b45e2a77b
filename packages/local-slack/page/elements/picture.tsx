import { useState } from 'preact/hooks';

/** An image of an app, replaced by its alt text when it cannot be loaded. */
export function Picture({ src, alt, class: name }: { src: string; alt: string; class: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <span
        class={`${name} picture-missing`}
        role="img"
        aria-label={alt}
        title={`${alt} (the image at ${src} could not be loaded)`}
      >
        {alt}
      </span>
    );
  }
  return <img class={name} src={src} alt={alt} onError={() => setFailed(true)} />;
}
