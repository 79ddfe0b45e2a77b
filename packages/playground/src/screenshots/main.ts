import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPagePlayground } from '../start-page-playground.ts';
import { openBrowser } from './open-browser.ts';
import { compareWithPicture, readPictureText, textFile } from './picture-text.ts';
import { SIZE, walkPictures } from './take-pictures.ts';

/** With --check nothing is written: the current page is compared with the text next to each picture. */
const isCheck = process.argv.includes('--check');
const PICTURES = resolve('docs/pictures');

const folder = await mkdtemp(join(tmpdir(), 'abilities-pictures-'));
const playground = await startPagePlayground({ folder, port: 0, fresh: true });
const browser = await openBrowser(process.env);
const stale: string[] = [];
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  page.setDefaultTimeout(30_000);
  await page.goto(playground.url);
  await mkdir(PICTURES, { recursive: true });
  await walkPictures(page, async (name) => {
    const text = await readPictureText(page);
    if (isCheck) {
      const difference = await compareWithPicture(PICTURES, name, text);
      if (difference !== null) stale.push(difference);
      return;
    }
    const path = join(PICTURES, `${name}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    await writeFile(textFile(PICTURES, name), text);
    process.stdout.write(`${path}\n`);
  });
} finally {
  await browser.close();
  await playground.close();
  await rm(folder, { recursive: true, force: true });
}
if (stale.length > 0) {
  process.stdout.write(`${stale.join('\n')}\nRun "npm run screenshots" and look at the pictures.\n`);
  process.exitCode = 1;
}
