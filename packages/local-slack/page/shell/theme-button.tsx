import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { serverName } from './server-name.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = `${serverName}-theme`;
const NAMES = { system: 'system', light: 'light', dark: 'dark' } as const;

/** Light, dark or the system setting; remembered by the browser. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const label = `Theme: ${NAMES[theme]}. Switch to ${NAMES[next]}`;
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={() => setTheme(next)}>
      <Icon name={theme} size={18} />
    </button>
  );
}

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}
