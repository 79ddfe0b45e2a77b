import type { Page } from 'playwright-core';
import { beSomebody, messageWith, openUploadForm, say } from './page-steps.ts';

/** In CSS pixels: small enough to view two side by side. */
export const SIZE = { width: 1000, height: 640 };

/** Replays the tour in a browser and calls `take` with the name of each picture in the README. */
export async function walkPictures(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  // The wire panel has its own picture; in the others it is collapsed.
  const wire = page.getByRole('button', { name: /^Wire/ });
  await page.getByRole('button', { name: 'ops', exact: true }).click();
  await wire.click();
  await say(page, '/abilities');
  const list = messageWith(page, '12 on the account');
  await list.getByRole('button', { name: 'Disable News' }).click();
  const after = messageWith(page, /News disabled by/);
  await after.getByText('Only visible to you').scrollIntoViewIfNeeded();
  await take('list');

  const form = await openUploadForm(page);
  await take('upload-form');
  await form.getByRole('button', { name: 'Upload' }).click();
  await messageWith(page, /Sunrise is uploaded, ID \d+/).waitFor();
  await form.waitFor({ state: 'detached' });
  await take('upload-result');

  const again = await openUploadForm(page, 1);
  await again.getByRole('button', { name: 'Upload' }).click();
  const question = messageWith(page, /Sunrise exists already/);
  await question.waitFor();
  await again.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1000, height: 960 });
  await take('name-taken');
  await page.setViewportSize(SIZE);
  await question.getByRole('button', { name: /^Replace/ }).click();
  const replacing = page.getByRole('dialog', { name: 'Replace an Ability' });
  await replacing.getByRole('textbox').fill('Sunrise');
  await take('replace');
  await replacing.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: /^Cancel/ }).click();
  await messageWith(page, /Sunrise was cancelled by/).waitFor();

  await say(page, '/abilities delete Sunrise');
  await messageWith(page, /Delete Sunrise \(ID \d+\)\?/)
    .getByRole('button', { name: 'Delete Sunrise' })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Sunrise?' });
  await dialog.waitFor();
  await take('delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await messageWith(page, /Sunrise \(ID \d+\) deleted by/).waitFor();

  await beSomebody(page, 'ben');
  await say(page, '/abilities delete News');
  await messageWith(page, /needs the role admin/).waitFor();
  await take('refused');
  await beSomebody(page, 'ana');
  await say(page, '/abilities history');
  const history = messageWith(page, 'Who did what');
  await history.waitFor();
  await page.setViewportSize({ width: 1000, height: 960 });
  await history.getByText('Only visible to you').scrollIntoViewIfNeeded();
  await take('history');
  await wire.click();
  await take('wire');
  await wire.click();
  await page.setViewportSize(SIZE);
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await page.getByRole('main').getByText('12 on the account').waitFor();
  await take('home');
}
