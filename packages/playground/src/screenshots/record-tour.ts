import type { Locator, Page } from 'playwright-core';
import { messageWith, say } from './page-steps.ts';
import { hideWire } from './take-pictures.ts';
import type { DrawContext } from './write-apng.ts';

/** In CSS pixels: 800 without the sidebar. */
export const TOUR_SIZE = { width: 996, height: 900 };

/** A caption at the bottom of the page. */
const CAPTION = `(() => {
  const caption = document.createElement('div');
  caption.setAttribute('aria-hidden', 'true');
  caption.style.cssText = 'position:fixed;left:50%;bottom:16px;z-index:2147483646;pointer-events:none;transform:translateX(-50%);padding:8px 16px;border-radius:8px;background:#111;color:#fff;font-size:17px;font-weight:700';
  window.tourCaption = caption;
})()`;

/** Screenshots show no pointer, so the page gets one. */
const POINTER = `(() => {
  const pointer = document.createElement('div');
  pointer.setAttribute('aria-hidden', 'true');
  pointer.style.cssText = 'position:fixed;left:560px;top:300px;z-index:2147483647;pointer-events:none';
  pointer.innerHTML = '<svg width="22" height="30" viewBox="0 0 22 30"><path d="M2 2v22l6-5 4 9 4-2-4-9h8z" fill="#111" stroke="#fff" stroke-width="2"/></svg>';
  window.tourPointer = pointer;
})()`;

/** Records the two most common jobs, disabling an Ability and uploading one that then works on an Agent, for the README. */
export async function recordTour(page: Page): Promise<DrawContext[]> {
  await hideWire(page);
  await page.getByRole('button', { name: 'ops', exact: true }).click();
  await page.evaluate(POINTER);
  await page.evaluate(CAPTION);
  // Without the sidebar.
  const { x = 0 } = (await page.getByRole('main').boundingBox()) ?? {};
  const clip = { ...TOUR_SIZE, x, y: 0, width: TOUR_SIZE.width - x };

  const frames: DrawContext[] = [];
  const show = async (ms: number) => {
    frames.push({ png: await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }), ms });
  };
  /** A modal dialog covers everything outside it, and removes its contents when it closes. */
  const raise = () =>
    page.evaluate(
      `(document.querySelector('dialog[open]') ?? document.body).append(window.tourPointer, window.tourCaption)`,
    );
  const caption = async (text: string) => {
    await page.evaluate(`window.tourCaption.textContent = ${JSON.stringify(text)}`);
    await raise();
  };
  const pointAt = async (element: Locator) => {
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    const [left, top] = [(box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + (box?.height ?? 0) * 0.6];
    await page.evaluate(`Object.assign(window.tourPointer.style, { left: '${left}px', top: '${top}px' })`);
    await raise();
  };
  const click = async (element: Locator) => {
    await pointAt(element);
    await show(900);
    await element.click();
  };

  await caption('1  Disable an Ability');
  await say(page, '/abilities');
  const disable = messageWith(page, /\d+ enabled/).getByRole('button', { name: 'Disable News' });
  await disable.waitFor();
  await show(1500);
  await click(disable);
  await messageWith(page, /News disabled by/).waitFor();
  await show(2500);

  await caption('2  Drop a zip');
  await page.getByRole('button', { name: 'Drop a sample package' }).click();
  await click(page.getByRole('menuitem', { name: /A good package/ }));
  await click(page.getByRole('button', { name: /^Upload (as an Ability…|sunrise\.zip)$/ }).last());
  const form = page.getByRole('dialog', { name: 'Upload an Ability' });
  await caption('3  Fill in the form');
  await form.getByLabel('Description').fill('Tells when the sun rises and sets.');
  await form.getByLabel(/^Trigger words/).fill('when does the sun rise\nwhen does the sun set');
  await click(form.getByRole('button', { name: 'Upload' }));
  await form.waitFor({ state: 'detached' });
  const receipt = messageWith(page, /Sunrise uploaded/);
  await receipt.waitFor();
  await caption('4  Add it to an Agent');
  await show(1500);
  await click(receipt.getByRole('button', { name: /^Add to Agent/ }));
  const addition = page.getByRole('dialog', { name: 'Add Sunrise to Agent' });
  await addition.getByText('Nova', { exact: true }).click();
  await addition.getByText(/doesn't report which/).waitFor();
  await click(addition.getByRole('button', { name: 'Save' }));
  await addition.waitFor({ state: 'detached' });
  await receipt.getByText('added to').waitFor();
  await caption('5  Done, and everyone in the channel sees who did it');
  await show(4000);
  return frames;
}
