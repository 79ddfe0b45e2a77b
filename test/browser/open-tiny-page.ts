import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import type { LocalSlackOptions } from '@abilities-bot/local-slack';
import type { App } from '@slack/bolt';
import type { Browser } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../../packages/local-slack/test/temporary-folder.ts';
import { openApp } from '../../packages/local-slack/test/tiny-app.ts';
import { BotProcess } from '../../packages/playground/src/page-server/bot-process.ts';
import { EventStream } from '../../packages/playground/src/page-server/event-stream.ts';
import { readPageFiles } from '../../packages/playground/src/page-server/read-page-files.ts';
import { startPageServer } from '../../packages/playground/src/page-server/start-page-server.ts';
import { Troubles } from '../../packages/playground/src/page-server/troubles.ts';
import { WireLog } from '../../packages/playground/src/page-server/wire-log.ts';
import { builtPage } from '../../packages/playground/test/built-once.ts';

/** The page in a browser before a tiny app, for what the bot itself does not draw. An error of the page fails the test. */
export async function openTinyPage(browser: Browser, listen: (app: App) => void, options: LocalSlackOptions) {
  const { slack } = await openApp('HTTP', listen, options);
  const folder = await makeTemporaryFolder();
  const service = await startLocalService({ dataDir: join(folder, 'service'), logger: false });
  onTestFinished(() => service.close());
  const events = new EventStream();
  slack.transcript.onChange(() => events.changed());
  const bot = new BotProcess({ compiled: null, env: {}, folder, logFile: join(folder, 'bot.log') });
  const wire = new WireLog(() => events.changed());
  const pageFiles = await readPageFiles(await builtPage());
  const server = await startPageServer(
    { slack, events, pageFiles, wire, troubles: new Troubles(slack, service, bot) },
    0,
  );
  onTestFinished(() => server.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  onTestFinished(async () => {
    await page.close();
    expect(faults).toEqual([]);
  });
  page.setDefaultTimeout(30_000);
  await page.goto(server.url);
  return { page, slack };
}
