import * as z from 'zod';

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

const richTextElement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), style }),
  z.strictObject({ type: z.literal('link'), url: z.url(), text: z.string().min(1).optional(), style }),
  z.strictObject({ type: z.literal('user'), user_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('emoji'), name: z.string().min(1) }),
]);

/** Rich text in table cells: sections only, without lists, quotes and code blocks. */
export const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: z.string().min(1).max(255).optional(),
  elements: z
    .array(z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(richTextElement).min(1) }))
    .min(1),
});

type RichText = z.infer<typeof richText>;
export type RichTextElement = z.infer<typeof richTextElement>;

/** As plain text: mentions as their IDs, emoji as their shortcodes. */
export function renderRichText({ elements }: RichText): string {
  return elements.map((section) => section.elements.map(renderElement).join('')).join('\n');
}

function renderElement(element: RichTextElement): string {
  switch (element.type) {
    case 'text':
      return element.text;
    case 'link':
      return element.text ?? element.url;
    case 'user':
      return `@${element.user_id}`;
    case 'channel':
      return `#${element.channel_id}`;
    case 'emoji':
      return `:${element.name}:`;
  }
}
