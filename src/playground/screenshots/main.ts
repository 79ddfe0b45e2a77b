import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPagePlayground } from '../page-server/start-page-playground.ts';
import { openBrowser } from './open-browser.ts';
import { SIZE, takePictures } from './take-pictures.ts';

const folder = await mkdtemp(join(tmpdir(), 'abilities-pictures-'));
const playground = await startPagePlayground({ folder, port: 0, fresh: true });
const browser = await openBrowser(process.env);
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  page.setDefaultTimeout(10_000);
  await page.goto(playground.url);
  for (const path of await takePictures(page, resolve('docs/pictures'))) process.stdout.write(`${path}\n`);
} finally {
  await browser.close();
  await playground.close();
  await rm(folder, { recursive: true, force: true });
}
