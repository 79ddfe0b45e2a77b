import { expect, test } from 'vitest';
import { withEmoji, withEmojiInForm } from '../../src/slack/payloads/emoji-codes.ts';
import { SubmissionPayload } from '../../src/slack/payloads/payloads.ts';

test.each([
  ['disable :tada: Party', 'disable 🎉 Party'],
  ['show :+1:', 'show 👍'],
  ['show :thumbsup::skin-tone-4:', 'show 👍🏽'],
  ['show :flag-de::de:', 'show 🇩🇪🇩🇪'],
  ['show :sunny:', 'show ☀️'],
  ['show :heart: :v::skin-tone-2:', 'show ❤️ ✌🏻'],
  ['show :rainbow-flag:', 'show 🏳️‍🌈'],
  // Not emoji.
  ['show :our-logo:', 'show :our-logo:'],
  ['triggers News add: at 10:30:00, id:100:', 'triggers News add: at 10:30:00, id:100:'],
  ['list category:skill state:enabled', 'list category:skill state:enabled'],
])('%j is %j', async (sent, meant) => {
  expect(await withEmoji(sent)).toBe(meant);
});

test('the texts of a form are read the same way, and choices are not', async () => {
  const values = {
    words: { words: { type: 'plain_text_input', value: 'ring :bell:' } },
    category: { category: { type: 'static_select', value: ':bell:' } },
  };
  const view = { id: 'V1', hash: '1.2', private_metadata: '', state: { values } };
  const read = await withEmojiInForm(SubmissionPayload.parse({ user: { id: 'U1' }, view }));
  expect(read.view.state.values).toEqual({
    words: { words: { type: 'plain_text_input', value: 'ring 🔔' } },
    category: { category: { type: 'static_select', value: ':bell:' } },
  });
});
