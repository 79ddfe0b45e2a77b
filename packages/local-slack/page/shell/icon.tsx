/** On a grid of 20 by 20. */
const PATHS = {
  attach: 'M13.5 6.5 8 12a1.8 1.8 0 0 0 2.5 2.5l6-6a3.6 3.6 0 0 0-5-5l-6.2 6.1a5.3 5.3 0 0 0 7.5 7.5l4.2-4.1',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  check: 'M4.5 10.5 8.5 14.5 15.5 6',
  close: 'M5 5l10 10M15 5 5 15',
  dark: 'M15.8 12.2A6.8 6.8 0 0 1 7.8 4.2a6.6 6.6 0 1 0 8 8Z',
  down: 'M5.5 8 10 12.5 14.5 8',
  eye: 'M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5Zm7.5 2.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  file: 'M5.5 2.8h5.8l3.2 3.3v11.1h-9zM11 3v3.4h3.3',
  forward: 'M8 4.5 13.5 10 8 15.5',
  hash: 'M8 3.5 6.5 16.5M13.5 3.5 12 16.5M3.8 7.5h12.7M3.5 12.5h12.7',
  home: 'M3.5 9.5 10 4l6.5 5.5M5.5 8.5v7.3h9V8.5M8.5 15.5v-4h3v4',
  lock: 'M5.5 9h9v7.5h-9zM7.2 9V6.6a2.8 2.8 0 0 1 5.6 0V9',
  light:
    'M10 6.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8ZM10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M4.7 15.3l1.1-1.1M14.2 5.8l1.1-1.1',
  message: 'M3.5 4.5h13v9h-7l-3.5 3v-3H3.5z',
  more: 'M10 4.6v.1M10 10v.1M10 15.3v.1',
  package: 'M3.8 6.3 10 3l6.2 3.3v7.4L10 17l-6.2-3.3zM3.8 6.3 10 9.6l6.2-3.3M10 9.6V17',
  reply: 'M8 5 3.5 9.2 8 13.4M4 9.2h7.5a4.5 4.5 0 0 1 4.5 4.5v1.8',
  send: 'M3.5 4 17 10 3.5 16l1.8-6zM5.3 10h5.5',
  shortcut: 'M11.2 3 5 11.3h4.3L8.6 17 15 8.7h-4.4z',
  sort: 'M6.5 8 10 4.5 13.5 8M6.5 12 10 15.5 13.5 12',
  system: 'M3 4.5h14v9H3zM7.5 16.5h5M10 13.5v3',
  up: 'M5.5 12 10 7.5l4.5 4.5',
  warning: 'M10 3.5 17.5 16h-15zM10 8v4M10 14v.1',
  wire: 'M2.5 7h11M10.5 3.8 13.7 7l-3.2 3.2M17.5 13h-11M9.5 9.8 6.3 13l3.2 3.2',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      class="icon"
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' ? 2.6 : 1.6}
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
