import type { Locator, Page } from 'playwright-core';

/** Writes into the composer of the channel in front and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: /^Message / }).first();
  await composer.fill(text);
  // The completion closes first: the text is already what it should be.
  await composer.press('Escape');
  await composer.press('Enter');
}

/** Looks at everything as this person. */
export const beSomebody = (page: Page, name: string): Promise<void> =>
  page.locator('label').filter({ hasText: name }).click();

/** What somebody does who has no mouse, once Tab has led there. */
export async function press(element: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await element.focus();
  await element.press(key);
}

/** The latest message that says this, as a person finds it. */
export const messageWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('article').filter({ hasText: text }).last();

/**
 * Drops the good sample package and opens the form that is offered in its thread.
 * @param before how many shares with a reply stand in the channel already.
 */
export async function openUploadForm(page: Page, before = 0): Promise<Locator> {
  await page.getByRole('button', { name: 'Drop a sample package' }).click();
  await page.getByRole('menuitem', { name: /A good package/ }).click();
  await page
    .getByRole('button', { name: /1 reply/ })
    .nth(before)
    .click();
  await page.getByRole('button', { name: 'Upload as an Ability…' }).click();
  const form = page.getByRole('dialog', { name: 'Upload an Ability' });
  await form.getByText(/SHA-256/).waitFor();
  await form.getByLabel('Description').fill('Tells when the sun rises and sets.');
  await form.getByLabel('Trigger words for the Ability').fill('when does the sun rise\nwhen does the sun set');
  return form;
}
