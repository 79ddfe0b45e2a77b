import type { Locator, Page } from 'playwright-core';
import { messageWith, say } from './page-steps.ts';
import { hideWire } from './take-pictures.ts';
import type { Frame } from './write-apng.ts';

/** In CSS pixels. */
export const TOUR_SIZE = { width: 1100, height: 900 };

/** Screenshots show no pointer, so the page gets one. */
const POINTER = `(() => {
  const pointer = document.createElement('div');
  pointer.id = 'tour-pointer';
  pointer.setAttribute('aria-hidden', 'true');
  pointer.style.cssText = 'position:fixed;left:560px;top:300px;z-index:2147483647;pointer-events:none';
  pointer.innerHTML = '<svg width="22" height="30" viewBox="0 0 22 30"><path d="M2 2v22l6-5 4 9 4-2-4-9h8z" fill="#111" stroke="#fff" stroke-width="2"/></svg>';
  document.body.append(pointer);
})()`;

/** Records the two most common jobs, disabling an Ability and uploading one, for the README. */
export async function recordTour(page: Page): Promise<Frame[]> {
  await hideWire(page);
  await page.getByRole('button', { name: 'ops', exact: true }).click();
  await page.evaluate(POINTER);
  // Without the sidebar.
  const { x = 0 } = (await page.getByRole('main').boundingBox()) ?? {};
  const clip = { ...TOUR_SIZE, x, y: 0, width: TOUR_SIZE.width - x };

  const frames: Frame[] = [];
  const show = async (ms: number) => {
    frames.push({ png: await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }), ms });
  };
  const pointAt = async (element: Locator) => {
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    const [left, top] = [(box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + (box?.height ?? 0) * 0.6];
    await page.evaluate(
      `Object.assign(document.getElementById('tour-pointer').style, { left: '${left}px', top: '${top}px' })`,
    );
    // A modal dialog is drawn above everything outside it.
    await page.evaluate(
      `(document.querySelector('dialog[open]') ?? document.body).append(document.getElementById('tour-pointer'))`,
    );
  };
  const click = async (element: Locator) => {
    await pointAt(element);
    await show(900);
    await element.click();
  };

  await say(page, '/abilities');
  const disable = messageWith(page, /\d+ enabled/).getByRole('button', { name: 'Disable News' });
  await disable.waitFor();
  await show(1500);
  await click(disable);
  await messageWith(page, /News disabled by/).waitFor();
  await show(2500);

  await click(page.getByRole('button', { name: 'Drop a sample package' }));
  await click(page.getByRole('menuitem', { name: /A good package/ }));
  await page.getByRole('button', { name: /1 reply/ }).click();
  await click(page.getByRole('button', { name: /^Upload (as an Ability…|sunrise\.zip)$/ }).last());
  const form = page.getByRole('dialog', { name: 'Upload an Ability' });
  await form.getByLabel('Description').fill('Tells when the sun rises and sets.');
  await form.getByLabel(/^Trigger words/).fill('when does the sun rise\nwhen does the sun set');
  await click(form.getByRole('button', { name: 'Upload' }));
  await form.waitFor({ state: 'detached' });
  await messageWith(page, /Sunrise( is)? uploaded/).waitFor();
  await show(4000);
  return frames;
}
