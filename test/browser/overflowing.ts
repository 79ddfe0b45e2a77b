import type { Page } from 'playwright-core';

/** The names of boxes with something wider than they are. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main, aside, section, header, article, .message-list, .blocks, .block, .composer')]
    .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'auto')
    .map((box) => box.tagName + '.' + box.className)`);
