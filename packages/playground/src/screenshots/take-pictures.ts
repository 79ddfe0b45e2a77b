import type { Page } from 'playwright-core';
import { beSomebody, choose, messageWith, openUploadForm, say, typeAndPause } from './page-steps.ts';

/** In CSS pixels: small enough to be read in a page of docs. */
export const SIZE = { width: 1000, height: 760 };

/** High enough for ten rows. */
const TALL = { width: 1000, height: 900 };

/** What a picture shows: the whole page, or the page without the sidebar. */
export type Part = 'page' | 'stage';

export type Take = (name: string, part: Part) => Promise<void>;

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
  await messageWith(page, /\d+ of \d+ enabled/)
    .getByRole('button', { name: 'Disable News' })
    .click();
  await messageWith(page, /News disabled by/).waitFor();
  await take('list', 'stage');

  await page.setViewportSize(SIZE);
  await say(page, '/abilities show News');
  const card = messageWith(page, /five headlines/);
  await card.waitFor();
  await take('card', 'stage');

  const form = await openUploadForm(page);
  await take('upload-form', 'page');
  await form.getByRole('button', { name: 'Upload' }).click();
  await messageWith(page, /Sunrise( is)? uploaded/).waitFor();
  await form.waitFor({ state: 'detached' });
  await take('upload-result', 'page');

  const again = await openUploadForm(page, 1);
  await typeAndPause(page, again.getByLabel('Name', { exact: true }), 'News');
  await again.getByRole('button', { name: 'Upload' }).click();
  const question = messageWith(page, /News already exists/);
  await question.waitFor();
  await again.waitFor({ state: 'detached' });
  await take('name-taken', 'page');
  await question.getByRole('button', { name: 'Update code: News' }).click();
  const update = page.getByRole('dialog', { name: 'Update code' });
  await update.getByText('Changed').waitFor();
  await take('update', 'page');
  await update.getByRole('button', { name: 'Cancel' }).click();
  await update.waitFor({ state: 'detached' });
  await choose(page, question, /^Replace/);
  const replacing = page.getByRole('dialog', { name: 'Replace an Ability' });
  await replacing.getByRole('textbox').fill('News');
  await take('replace', 'page');
  await replacing.getByRole('button', { name: 'Cancel' }).click();
  await replacing.waitFor({ state: 'detached' });
  await choose(page, question, /^Discard/);
  await question.waitFor({ state: 'detached' });

  await takeVersions(page, take);

  await say(page, '/abilities delete Sunrise');
  await page.getByRole('button', { name: 'Delete Sunrise' }).last().click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Sunrise?' });
  await dialog.waitFor();
  await take('delete', 'page');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await messageWith(page, /Sunrise( \(ID \d+\))? deleted by/).waitFor();

  await beSomebody(page, 'ben');
  await say(page, '/abilities delete News');
  await messageWith(page, /Only admins can/).waitFor();
  await take('refused', 'stage');
  await beSomebody(page, 'ana');

  await say(page, '/abilities settings');
  const settings = page.getByRole('dialog', { name: /[Ss]ettings/ });
  await settings.getByRole('button', { name: 'Save' }).waitFor();
  await take('settings', 'page');
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await settings.waitFor({ state: 'detached' });

  await page.setViewportSize(TALL);
  await say(page, '/abilities history');
  const history = messageWith(page, 'Audit log');
  await history.waitFor();
  await take('history', 'stage');
  await page.evaluate(`document.getElementById('without-wire').remove()`);
  await take('wire', 'page');
  await hideWire(page);
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await page.getByRole('main').getByText('of 12 enabled').first().waitFor();
  await take('home', 'stage');
}

/** Updates News with the sample package, so that it has two versions. */
async function takeVersions(page: Page, take: Take): Promise<void> {
  const form = await openUploadForm(page, 2);
  await typeAndPause(page, form.getByLabel('Name', { exact: true }), 'News');
  await form.getByRole('button', { name: 'Upload' }).click();
  await messageWith(page, /News already exists/)
    .getByRole('button', { name: 'Update code: News' })
    .click();
  const update = page.getByRole('dialog', { name: 'Update code' });
  await update.getByRole('button', { name: 'Update code' }).click();
  await messageWith(page, /News updated by/).waitFor();
  await page.getByRole('button', { name: 'ops', exact: true }).click();
  await say(page, '/abilities versions News');
  const versions = messageWith(page, /Versions of/);
  await versions.waitFor();
  await take('versions', 'stage');
  await versions
    .getByRole('button', { name: /^More actions for (?!the message)/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Compare' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare versions' });
  await compare.getByText('Changed').first().waitFor();
  await take('compare', 'page');
  await compare.getByRole('button', { name: 'Close' }).first().click();
  await compare.waitFor({ state: 'detached' });
}
