import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** First Chromium without a window system: opening a page takes a quarter of the time. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of Chromium: CHROMIUM, or where Debian installs it; null if there is none. */
export const findBrowser = (env: Environment): string | null =>
  [env.CHROMIUM, ...PLACES].find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws Error that says what to install if there is no browser. */
export async function openBrowser(env: Environment): Promise<Browser> {
  const executablePath = findBrowser(env);
  if (!executablePath) {
    throw new Error(
      'Chromium not found. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM.',
    );
  }
  return chromium.launch({ executablePath, args: ARGS });
}
