import type { PersonInfo } from '../../src/page-server/page-api.ts';

const COLORS = 6;

/** A square with the first letter of the name, or the bot's icon. Purely decorative: the name is next to it. */
export function Avatar({ person, size = 36 }: { person: PersonInfo | undefined; size?: number }) {
  const name = person?.name ?? '?';
  if (person?.kind === 'app') {
    return (
      <svg class="avatar avatar-app" aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
        <rect width="32" height="32" rx="7" />
        <path d="M9 19a7 7 0 0 1 14 0M12.5 19a3.5 3.5 0 0 1 7 0" />
        <circle cx="16" cy="22" r="2" />
      </svg>
    );
  }
  const color = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLORS;
  return (
    <span
      class={`avatar avatar-${color}`}
      aria-hidden="true"
      style={{ width: `${size}px`, height: `${size}px`, fontSize: `${Math.round(size * 0.46)}px` }}
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
