import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBrowser, openBrowser } from '../../packages/playground/src/screenshots/open-browser.ts';
import {
  messageWith,
  openUploadForm,
  openWire,
  press,
  say,
} from '../../packages/playground/src/screenshots/page-steps.ts';
import { startVisit, startVisited, type Visit, type Visited } from './visit.ts';

/** Flips a failure switch and waits until it has taken effect. */
async function flip(trouble: Locator, to: 'on' | 'off'): Promise<void> {
  await trouble.click();
  const checked = to === 'on' ? 'true' : 'false';
  await expect.poll(() => trouble.getAttribute('aria-checked')).toBe(checked);
}

/** Runs in the page: the data of a file dragged from the desktop. */
const DRAGGED_FILE = `(() => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array([80, 75, 3, 4, 0])], 'from-the-desktop.zip', { type: 'application/zip' }));
  return data;
})()`;

/** In CI a missing browser is a failure; on a laptop the tests are reported as skipped. */
const skipped = process.env.CI !== 'true' && findBrowser(process.env) === null;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

describe.skipIf(skipped)('the main job in a browser', () => {
  let browser: Browser;
  let visit: Visit;
  beforeAll(async () => {
    browser = await openBrowser(process.env);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await visit.close();
    expect(visit.faults).toEqual([]);
  });

  describe('from the beginning to the end', () => {
    beforeEach(async () => {
      visit = await startVisit(browser);
    });

    test('by mouse: list, disable, drop, upload, delete, and the wire that shows it', async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'ops' }).click();
      await say(page, '/abilities');
      const list = messageWith(page, '3 not installed');
      await list.getByText('Only visible to you').waitFor();
      await list.getByRole('button', { name: 'Disable News' }).click();
      await messageWith(page, /News disabled by/)
        .getByRole('button', { name: 'Enable News' })
        .waitFor();

      const form = await openUploadForm(page);
      await form.getByRole('button', { name: 'Upload' }).click();
      await messageWith(page, /Sunrise uploaded by/).waitFor();
      await form.waitFor({ state: 'detached' });

      await say(page, '/abilities delete Sunrise');
      const question = messageWith(page, /Delete Sunrise\?/);
      await question.getByRole('button', { name: 'Delete Sunrise' }).click();
      await messageWith(page, 'Sunrise deleted by you').waitFor();

      await openWire(page);
      const wire = page.getByRole('region', { name: 'Wire' });
      await wire
        .getByText(/PUT \/api\/capabilities\/edit-installed-capability/)
        .first()
        .waitFor();
      await wire
        .getByText(/POST \/api\/capabilities\/delete-capability/)
        .first()
        .waitFor();
      const told = await (await page.request.get(`${visit.playground.url}/api/wire?after=0`)).text();
      expect(told).toContain('/abilities');
      expect(told).not.toMatch(/xoxb-|xapp-|key-made-up/);
    });

    test('by keyboard: completion, a confirm that Escape cancels, switch, upload, delete', async () => {
      const { page } = visit;
      const composer = page.getByRole('textbox', { name: /^Message / }).first();
      await composer.focus();
      await page.keyboard.type('/abil');
      await page.keyboard.press('Tab');
      await expect.poll(() => composer.inputValue()).toMatch(/^\/abilities/);
      await composer.fill('/abilities show Timer');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      const card = messageWith(page, /Trigger words.*set a timer/s);
      const remove = card.getByRole('button', { name: 'Delete Timer' });
      await press(remove, 'Enter');
      const dialog = page.getByRole('alertdialog', { name: 'Delete Timer?' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await press(card.getByRole('button', { name: 'Disable Timer' }), 'Space');
      await messageWith(page, /Timer disabled by/).waitFor();

      await press(page.getByRole('button', { name: 'Drop a sample package' }), 'Enter');
      await press(page.getByRole('menuitem', { name: /A good package/ }), 'Enter');
      await press(page.getByRole('button', { name: /1 reply/ }), 'Enter');
      await press(page.getByRole('button', { name: 'Upload sunrise.zip' }), 'Enter');
      const form = page.getByRole('dialog', { name: 'Upload an Ability' });
      await form.getByLabel('Description').press('S');
      await form.getByLabel('Trigger words for the Ability').press('w');
      await press(form.getByRole('button', { name: 'Upload' }), 'Enter');
      await messageWith(page, /Sunrise uploaded by/).waitFor();

      await press(messageWith(page, /Timer disabled by/).getByRole('button', { name: 'Delete Timer' }), 'Enter');
      await press(dialog.getByRole('button', { name: 'Delete' }), 'Enter');
      await messageWith(page, 'Timer deleted by you').waitFor();
    });
  });

  describe('in a workspace where others have been before', () => {
    let visited: Visited;
    beforeAll(async () => {
      visited = await startVisited();
    });
    afterAll(() => visited.close());
    beforeEach(async () => {
      visit = await visited.visit(browser);
    });

    test('a guest sees only the channels that they are in, and nobody else’s private answers', async () => {
      const { page } = visit;
      await say(page, '/abilities');
      await messageWith(page, '3 not installed').waitFor();
      await page.locator('label').filter({ hasText: 'gus' }).click();
      await expect.poll(() => page.getByRole('button', { name: 'ops', exact: true }).count()).toBe(0);
      await expect.poll(() => page.getByRole('article').count()).toBe(0);
      await page.locator('label').filter({ hasText: 'ana' }).click();
      await page.getByRole('button', { name: 'ops', exact: true }).waitFor();
    });

    test('a form with an error keeps what was typed and says it at the field', async () => {
      const { page } = visit;
      await say(page, '/abilities enable Radio');
      const form = page.getByRole('dialog', { name: 'Trigger words' });
      const words = form.getByLabel('Trigger words for Radio');
      await words.fill(' , ');
      await form.getByRole('button', { name: 'Enable', exact: true }).click();
      await form.getByText('Enter at least one trigger word.').waitFor();
      await expect.poll(() => words.inputValue()).toBe(' , ');
      await words.fill('play the radio');
      await form.getByRole('button', { name: 'Enable', exact: true }).click();
      await messageWith(page, /Radio enabled by/).waitFor();
    });

    test('a file dropped from the desktop is offered for upload', async () => {
      const { page } = visit;
      const transfer = await page.evaluateHandle(DRAGGED_FILE);
      const channel = page.getByRole('main');
      await channel.dispatchEvent('dragenter', { dataTransfer: transfer });
      await channel.dispatchEvent('dragover', { dataTransfer: transfer });
      await channel.dispatchEvent('drop', { dataTransfer: transfer });
      await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
      await messageWith(page, 'from-the-desktop.zip').waitFor();
      await page.getByText("from-the-desktop.zip can't be uploaded").waitFor();
    });

    test('the Abilities of an Agent are searched, chosen and saved', async () => {
      const { page } = visit;
      await say(page, '/abilities assign Echo');
      const form = page.getByRole('dialog', { name: "Echo's Abilities" });
      await form.getByRole('combobox').fill('rad');
      await page.getByRole('option', { name: 'Radio' }).click();
      // A multi-select menu stays open and may cover the button.
      await form.getByRole('combobox').press('Escape');
      await form.getByText("doesn't report which Abilities").waitFor();
      await form.getByRole('button', { name: 'Save' }).click();
      await messageWith(page, /Echo's Abilities .*by you.*Radio/s).waitFor();
    });

    test('an outage in the middle is reported, and everything works after it', async () => {
      const { page } = visit;
      await openWire(page);
      const down = page.getByRole('switch', { name: /Service down/ });
      await flip(down, 'on');
      await say(page, '/abilities agents');
      await messageWith(page, "The voice service can't be reached.").waitFor();
      await flip(down, 'off');
      await say(page, '/abilities agents');
      await messageWith(page, /3 Agents/).waitFor();
    });

    test('a killed bot is reported the way Slack does it, and comes back', async () => {
      const { page } = visit;
      await openWire(page);
      const killed = page.getByRole('switch', { name: /Bot killed/ });
      await flip(killed, 'on');
      await say(page, '/abilities');
      await page
        .getByText(/operation_timeout|dispatch_failed/)
        .first()
        .waitFor();
      await flip(killed, 'off');
      await say(page, '/abilities list 2');
      await messageWith(page, 'page 2 of 2').waitFor();
    });

    test('an upload that waits for the service outlives the bot, and is reported in the same message', async () => {
      const { page } = visit;
      await openWire(page);
      const down = page.getByRole('switch', { name: /Service down/ });
      const killed = page.getByRole('switch', { name: /Bot killed/ });
      await flip(down, 'on');
      await page.getByRole('button', { name: 'Drop a sample package' }).click();
      await page.getByRole('menuitem', { name: /A good package/ }).click();
      // The answer to a sample opens its thread.
      await page
        .getByRole('complementary', { name: 'Thread' })
        .getByRole('button', { name: 'Upload sunrise.zip' })
        .click();
      const form = page.getByRole('dialog', { name: 'Upload an Ability' });
      await form.getByLabel('Description').fill('Tells when the sun rises.');
      await form.getByLabel('Trigger words for the Ability').fill('when does the sun rise');
      await form.getByRole('button', { name: 'Upload' }).click();
      await messageWith(page, "the voice service can't be reached. Trying again").waitFor();
      await flip(killed, 'on');
      await flip(down, 'off');
      await flip(killed, 'off');
      await messageWith(page, /Sunrise uploaded by/).waitFor({ timeout: 60_000 });
    });
  });
});
