import type { Locator, Page } from 'playwright-core';

/** Sends a message in the current channel. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: /^Message / }).first();
  await composer.fill(text);
  // Closes the suggestions: the text is already complete.
  await composer.press('Escape');
  await composer.press('Enter');
}

/** Switches the viewer to this person. */
export const beSomebody = (page: Page, name: string): Promise<void> =>
  page.locator('label').filter({ hasText: name }).click();

/** For keyboard users, after Tab has reached the element. */
export async function press(element: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await element.focus();
  await element.press(key);
}

/**
 * Fills a field whose text is sent to the bot after a pause, and waits until it is sent. Without the wait, it would
 * depend on the machine's speed whether the text is sent before the next step.
 */
async function typeAndPause(page: Page, field: Locator, text: string): Promise<void> {
  const choice = `"choice":${JSON.stringify(text)}`;
  const sent = page.waitForResponse((response) => (response.request().postData() ?? '').includes(choice));
  await field.fill(text);
  await sent;
}

/** The latest message with this text. */
export const messageWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('article').filter({ hasText: text }).last();

/** Chooses an item of the message's overflow menu. */
export async function choose(page: Page, message: Locator, name: RegExp): Promise<void> {
  await message.getByRole('button', { name: /^More actions for (?!the message)/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

interface SampleUpload {
  label: RegExp;
  description: string;
  triggerWords: readonly string[];
}

const SUNRISE: SampleUpload = {
  label: /A good package/,
  description: 'Tells when the sun rises and sets.',
  triggerWords: ['when does the sun rise', 'when does the sun set'],
};

/** The sample whose name is taken. */
export const NEWS: SampleUpload = {
  label: /A new version of News/,
  description: 'Reads the ten headlines of the hour.',
  triggerWords: ['read the news'],
};

/** Opens the panel with the exchanges and the faults, which is folded at first. */
export const openWire = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Wire' }).getByRole('button', { name: /^Wire/, expanded: false }).click();

/** Drops a sample package and opens the form offered in its thread, which opens by itself. */
export async function openUploadForm(page: Page, sample = SUNRISE): Promise<Locator> {
  await page.getByRole('button', { name: 'Drop a sample package' }).click();
  await page.getByRole('menuitem', { name: sample.label }).click();
  await page
    .getByRole('complementary', { name: 'Thread' })
    .getByRole('button', { name: /^Upload (as an Ability…|[a-z]+\.zip)$/ })
    .last()
    .click();
  const form = page.getByRole('dialog', { name: 'Upload an Ability' });
  await form.getByLabel('Description').fill(sample.description);
  await typeAndPause(page, form.getByLabel(/^Trigger words/), sample.triggerWords.join('\n'));
  return form;
}
