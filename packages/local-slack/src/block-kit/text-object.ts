import * as z from 'zod';

/** A plain_text object of 1 to `max` characters. */
export const plainText = (max: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean().optional(),
  });

const mrkdwn = (max: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  });

/** A plain_text or mrkdwn object of 1 to `max` characters. */
export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

export type PlainText = z.infer<ReturnType<typeof plainText>>;
export type TextObject = z.infer<ReturnType<typeof anyText>>;
