import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { startPagePlayground } from '../start-page-playground.ts';
import { openBrowser } from './open-browser.ts';
import { compareWithPicture, readPictureText, textFile } from './picture-text.ts';
import { recordTour, TOUR_SIZE } from './record-tour.ts';
import { SIZE, type Theme, walkPictures } from './take-pictures.ts';
import { writeApng } from './write-apng.ts';

/** A busy machine takes longer than Slack allows, and no picture shows that. */
const PATIENT = { ackTimeoutMs: 30_000, triggerMs: 30_000 };

/** The largest animation that a README should load. */
const MAX_TOUR_BYTES = 2_000_000;

const { values } = parseArgs({
  options: {
    /** Writes nothing: compares the current page with the text next to each picture. */
    check: { type: 'boolean', default: false },
    /** Saves all pictures in the dark theme to a temporary folder. */
    dark: { type: 'boolean', default: false },
  },
});
const pictures = resolve('docs/pictures');
const folder = values.dark ? await mkdtemp(join(tmpdir(), 'dark-pictures-')) : pictures;
const stale: string[] = [];

async function onFreshPage(
  browser: Browser,
  viewport: { width: number; height: number },
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const state = await mkdtemp(join(tmpdir(), 'abilities-pictures-'));
  const playground = await startPagePlayground({ folder: state, port: 0, fresh: true, slackTimes: PATIENT });
  try {
    const colorScheme = values.dark ? 'dark' : 'light';
    // For screens with two device pixels per CSS pixel.
    const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 2 });
    page.setDefaultTimeout(30_000);
    await page.goto(playground.url);
    await act(page);
    await page.close();
  } finally {
    await playground.close();
    await rm(state, { recursive: true, force: true });
  }
}

async function save(name: string, png: Buffer): Promise<void> {
  const path = join(folder, `${name}.png`);
  await writeFile(path, png);
  process.stdout.write(`${path}\n`);
}

async function takePicture(page: Page, name: string, shown: Locator, themes: readonly Theme[]): Promise<void> {
  const text = await readPictureText(shown);
  if (values.check) {
    const difference = await compareWithPicture(pictures, name, text);
    if (difference !== null) stale.push(difference);
    return;
  }
  // Moves the pointer away, so that nothing is drawn as hovered.
  await page.mouse.move(0, 0);
  await shown.scrollIntoViewIfNeeded();
  await page.evaluate('document.fonts.ready.then(() => {})');
  const box = (await shown.boundingBox()) ?? { x: 0, y: 0, ...SIZE };
  const { height } = page.viewportSize() ?? SIZE;
  const clip = { ...box, height: Math.min(height - box.y, box.height) };
  for (const theme of values.dark ? (['dark'] as const) : themes) {
    await page.emulateMedia({ colorScheme: theme });
    const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
    await save(theme === 'dark' && !values.dark ? `${name}-dark` : name, png);
  }
  await page.emulateMedia({ colorScheme: values.dark ? 'dark' : 'light' });
  if (!values.dark) await writeFile(textFile(pictures, name), text);
}

const browser = await openBrowser(process.env);
try {
  await mkdir(pictures, { recursive: true });
  await onFreshPage(browser, SIZE, (page) =>
    walkPictures(page, (name, shown, themes = ['light']) => takePicture(page, name, shown, themes)),
  );
  await onFreshPage(browser, TOUR_SIZE, async (page) => {
    const frames = await recordTour(page);
    const animation = writeApng(frames);
    if (animation.length > MAX_TOUR_BYTES) stale.push(`The animation is too large: ${animation.length} bytes.`);
    if (!values.check) await save('tour', animation);
  });
} finally {
  await browser.close();
}
if (stale.length > 0) {
  process.stdout.write(`${stale.join('\n')}\nRun "npm run screenshots" and check the pictures.\n`);
  process.exitCode = 1;
}
