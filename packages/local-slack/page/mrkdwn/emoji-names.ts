/** The emoji that the page draws. */
const names = ['large_green_circle', 'white_circle', 'warning'] as const;
export type EmojiName = (typeof names)[number];

export const isEmojiName = (name: string): name is EmojiName => names.some((known) => known === name);
