import { isEmojiName } from './emoji-names.ts';

/** Drawn rather than taken from a font, so that it looks the same on every machine. Others keep their shortcode. */
export function Emoji({ name }: { name: string }) {
  if (!isEmojiName(name)) return <>:{name}:</>;
  return (
    <svg class="emoji" role="img" aria-label={name.replaceAll('_', ' ')} viewBox="0 0 20 20">
      <title>{`:${name}:`}</title>
      {name === 'warning' ? (
        <>
          <path class="emoji-warning" d="M10 2.2 18.6 17.4H1.4Z" />
          <path class="emoji-sign" d="M10 7.6v4.6M10 14.7v.1" />
        </>
      ) : (
        <circle class={`emoji-${name}`} cx="10" cy="10" r="8" />
      )}
    </svg>
  );
}
