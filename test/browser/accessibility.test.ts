import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import { messageWith, openWire, say } from '../../packages/playground/src/screenshots/page-steps.ts';
import { startVisited, type Visit, type Visited } from './visit.ts';

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const Violations = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullable(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
  }),
);

/** Findings of axe for the page as it is now, of all its rules or of one: serious and critical ones, and about headings. */
async function seriousFindings(page: Page, axe: string, rule?: string): Promise<string[]> {
  // Evaluated instead of added as a script, which the page's content security policy blocks.
  await page.evaluate(axe);
  const options = JSON.stringify(rule ? { runOnly: [rule] } : {});
  const found: unknown = await page.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations)`);
  return Violations.parse(found)
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

describe.skipIf(skipped)('accessibility', () => {
  let axe: string;
  let browser: Browser;
  let visited: Visited;
  let visit: Visit;
  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    browser = await openBrowser(process.env);
    visited = await startVisited();
  });
  afterAll(async () => {
    await browser.close();
    await visited.close();
  });
  beforeEach(async () => {
    visit = await visited.visit(browser);
  });
  afterEach(async () => {
    await visit.close();
    expect(visit.faults).toEqual([]);
  });

  test('axe finds nothing serious, light or dark', async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 1440, height: 900 });
    const check = async () => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      expect(await seriousFindings(page, axe)).toEqual([]);
      // Colors are all that differs.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect(await seriousFindings(page, axe, 'color-contrast')).toEqual([]);
    };

    await page.getByRole('button', { name: 'ops', exact: true }).click();
    await say(page, '/abilities');
    await messageWith(page, 'Café Finder').waitFor();
    await check();
    await openWire(page);
    await check();

    await page.getByRole('button', { name: 'Drop a sample package' }).click();
    await page.getByRole('menuitem', { name: /A good package/ }).click();
    await page.getByRole('button', { name: /1 reply/ }).click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByRole('button', { name: /^Upload/ }).waitFor();
    await check();

    await thread.getByRole('button', { name: /^Upload/ }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Description').waitFor();
    await check();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await page.getByRole('main').getByText('Café Finder').first().waitFor();
    await check();
  });

  test('the overflow menus of a message have names of their own', async () => {
    const { page } = visit;
    await say(page, '/abilities');
    const list = messageWith(page, 'Café Finder');
    await list.waitFor();
    const labels = await Promise.all(
      (await list.getByRole('button', { name: /^More actions/ }).all()).map((menu) => menu.getAttribute('aria-label')),
    );
    expect(new Set(labels).size).toBe(labels.length);
  });
});
