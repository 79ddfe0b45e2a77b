import type { Locator, Page } from 'playwright-core';
import { beSomebody, choose, messageWith, NEWS, openUploadForm, openWire, say } from './page-steps.ts';

/** In CSS pixels: small enough to be read in a page of docs. */
export const SIZE = { width: 1000, height: 760 };

/** High enough for a page of rows, or a form. */
const TALL = { width: 1000, height: 1000 };

export type Theme = 'light' | 'dark';

/** @param shown one message, form or view. */
type Take = (name: string, shown: Locator, themes?: readonly Theme[]) => Promise<void>;

const BOTH = ['light', 'dark'] as const;

/** Hides the wire panel, which has its own picture. */
export const hideWire = (page: Page): Promise<void> =>
  page.evaluate(
    `document.head.insertAdjacentHTML('beforeend', '<style id="without-wire">.wire { display: none }</style>')`,
  );

/** Walks through the bot in a browser and calls `take` for each picture in the docs. */
export async function walkPictures(page: Page, take: Take): Promise<void> {
  await hideWire(page);
  await page.getByRole('button', { name: 'ops', exact: true }).click();
  await page.setViewportSize(TALL);
  await say(page, '/abilities');
  await messageWith(page, /\d+ enabled · \d+ disabled/)
    .getByRole('button', { name: 'Disable News' })
    .click();
  const list = messageWith(page, /News disabled by/);
  await list.waitFor();
  await take('list', list, BOTH);

  await say(page, '/abilities show News');
  const card = messageWith(page, /five headlines/);
  await card.waitFor();
  await take('card', card);

  const form = await openUploadForm(page);
  await take('upload-form', form);
  await form.getByRole('button', { name: 'Upload' }).click();
  const receipt = messageWith(page, /Sunrise uploaded/);
  await receipt.waitFor();
  await form.waitFor({ state: 'detached' });
  await take('upload-result', receipt);
  await takeAddition(page, receipt, take);

  const again = await openUploadForm(page, NEWS);
  await again.getByRole('button', { name: 'Upload' }).click();
  const question = messageWith(page, /News already exists/);
  await question.waitFor();
  await again.waitFor({ state: 'detached' });
  await take('name-taken', question);
  await question.getByRole('button', { name: 'Update code: News' }).click();
  const update = page.getByRole('dialog', { name: 'Update News' });
  await update.getByText('Changed').first().waitFor();
  await take('update', update);
  await update.getByRole('button', { name: 'Cancel' }).click();
  await update.waitFor({ state: 'detached' });
  await choose(page, question, /^Replace/);
  const replacing = page.getByRole('dialog', { name: 'Replace News' });
  await replacing.getByRole('textbox').fill('News');
  await take('replace', replacing);
  await replacing.getByRole('button', { name: 'Cancel' }).click();
  await replacing.waitFor({ state: 'detached' });
  await choose(page, question, /^Discard/);
  await question.waitFor({ state: 'detached' });

  await takeVersions(page, take);

  await say(page, '/abilities show Sunrise');
  await page.getByRole('button', { name: 'Delete Sunrise' }).last().click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Sunrise?' });
  await dialog.waitFor();
  await take('delete', dialog);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await messageWith(page, /Sunrise( \(ID \d+\))? deleted by/).waitFor();

  await beSomebody(page, 'ben');
  await say(page, '/abilities delete News');
  const refused = messageWith(page, /Only admins can/);
  await refused.waitFor();
  await take('refused', refused);
  await beSomebody(page, 'ana');

  await say(page, '/abilities settings');
  const settings = page.getByRole('dialog', { name: /[Ss]ettings/ });
  await settings.getByRole('button', { name: 'Save' }).waitFor();
  await take('settings', settings);
  await settings.getByLabel('Disabling Abilities').check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.waitFor({ state: 'detached' });

  await say(page, '/abilities history');
  const history = messageWith(page, 'Audit log');
  await history.waitFor();
  await take('history', history);
  await page.setViewportSize(SIZE);
  await page.evaluate(`document.getElementById('without-wire').remove()`);
  await openWire(page);
  await take('wire', page.locator('body'));
  await hideWire(page);
  await page.setViewportSize(TALL);

  await beSomebody(page, 'ben');
  await say(page, '/abilities disable Weather');
  const request = messageWith(page, /ben wants to disable/);
  await request.waitFor();
  await beSomebody(page, 'ana');
  await request.getByRole('button', { name: /^Approve/ }).waitFor();
  await take('approval', request);

  await say(page, '/abilities settings');
  await settings.getByLabel('Disabling Abilities').uncheck();
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await page.getByRole('main').getByText('3 not installed').first().waitFor();
  await take('home', page.getByRole('main'), BOTH);

  await page.getByRole('button', { name: 'ops', exact: true }).click();
  await say(page, '/abilities quiet for 30m');
  const quiet = messageWith(page, /Everything is quiet/);
  await quiet.waitFor();
  await take('quiet', quiet);
  await say(page, '/abilities resume');
  await messageWith(page, /Quiet ended by/).waitFor();
  await takePlans(page, take);
  await takeRepair(page, take);
}

/** Adds the new Ability to an Agent from its receipt. */
async function takeAddition(page: Page, receipt: Locator, take: Take): Promise<void> {
  await receipt.getByRole('button', { name: /^Add to Agent/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Sunrise to Agent' });
  await form.getByText('Nova', { exact: true }).click();
  await form.getByText(/doesn't report which/).waitFor();
  await take('add-to-agent', form);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await receipt.getByText('added to').waitFor();
  await take('added', receipt);
}

/** Adds an Ability to an Agent while the service installs it without working trigger words. */
async function takeRepair(page: Page, take: Take): Promise<void> {
  await page.evaluate(`document.getElementById('without-wire').remove()`);
  await page.getByText('Lies', { exact: true }).click();
  await page.getByRole('switch', { name: /Silent words/ }).click();
  await page.getByRole('switch', { name: /Silent words/, checked: true }).waitFor();
  await hideWire(page);
  await say(page, '/abilities assign Nova');
  const form = page.getByRole('dialog', { name: "Nova's Abilities" });
  await form.getByRole('combobox').fill('focus');
  await page.getByRole('option', { name: 'Focus Coach' }).click();
  // The menu stays open and covers the button.
  await form.getByRole('combobox').press('Escape');
  await form
    .getByText(/Adds Focus Coach|doesn't report which/)
    .first()
    .waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const unmet = messageWith(page, /Not what you asked for/);
  await unmet.getByRole('button', { name: /^Repair/ }).waitFor();
  await take('not-as-asked', unmet);
}

/** Plans a change in both ways, and cancels it. */
async function takePlans(page: Page, take: Take): Promise<void> {
  await say(page, '/abilities disable Timer every weekday 8:00-18:00');
  const question = messageWith(page, /Disable Timer every weekday/);
  await question.waitFor();
  await take('plan-question', question);
  await question.getByRole('button', { name: 'Plan it: Timer' }).click();
  await messageWith(page, /Timer will be disabled every weekday/).waitFor();
  await say(page, '/abilities scheduled');
  const planned = messageWith(page, /Planned changes/);
  await planned.getByRole('button', { name: /^(?:Enable|Disable) now/ }).waitFor();
  await take('planned', planned);
  await planned.getByRole('button', { name: /^Cancel/ }).click();
  await messageWith(page, /Nothing is planned/).waitFor();

  await say(page, '/abilities show Weather');
  await choose(
    page,
    messageWith(page, /check the weather[\s\S]*Trigger words|Trigger words[\s\S]*check the weather/),
    /^Later/,
  );
  const form = page.getByRole('dialog', { name: 'Plan a change' });
  const picker = form.getByLabel('Or pick a date and time');
  await picker.fill('2026-12-24T18:00');
  await picker.blur();
  await take('plan-form', form);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
}

/** Updates News with the sample package, so that it has two versions. */
async function takeVersions(page: Page, take: Take): Promise<void> {
  const form = await openUploadForm(page, NEWS);
  await form.getByRole('button', { name: 'Upload' }).click();
  await messageWith(page, /News already exists/)
    .getByRole('button', { name: 'Update code: News' })
    .click();
  const update = page.getByRole('dialog', { name: 'Update News' });
  await update.getByRole('button', { name: 'Update code' }).click();
  await messageWith(page, /News updated by/).waitFor();
  await page.getByRole('button', { name: 'ops', exact: true }).click();
  await say(page, '/abilities versions News');
  const versions = messageWith(page, /Versions of/);
  await versions.waitFor();
  await take('versions', versions);
  await versions
    .getByRole('button', { name: /^More actions for (?!the message)/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Compare' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare versions' });
  await compare.getByText('Changed').first().waitFor();
  await take('compare', compare);
  await compare.getByRole('button', { name: 'Close' }).first().click();
  await compare.waitFor({ state: 'detached' });
}
