import { expect, test } from 'vitest';
import { fittingTitle } from '../../src/slack/blocks/modals.ts';

// Slack takes 24 characters.
test.each([
  ['News', 'Update News'],
  ['the Night Watchman', 'Update code'],
  ['The Night Watches', 'Update The Night Watches'],
  ['The  Night \n Watches', 'Update The  Night \n Watches'],
  ['The Night Watches🌦', 'Update code'],
])('a title that names %j', (name, title) => {
  expect(fittingTitle(`Update ${name}`, 'Update code')).toBe(title);
});
