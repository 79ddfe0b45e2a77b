import * as z from 'zod';
import { limits } from './limits.ts';
import { anyText, plainText } from './text-object.ts';

const description = plainText(limits.optionText).optional();
const value = z.string().min(1).max(limits.optionValue);

export const option = z.strictObject({ text: plainText(limits.optionText), value, description });

/** An option of checkboxes or radio buttons, the only ones whose label may be mrkdwn. */
export const choiceOption = z.strictObject({
  text: anyText(limits.optionText),
  value,
  description: anyText(limits.optionText).optional(),
});

/** An entry of an overflow menu, the only kind that may have a link. */
export const overflowOption = z.strictObject({
  text: plainText(limits.optionText),
  value,
  description,
  url: z.url().max(limits.url).optional(),
});

/** Options under a heading, in a select menu. */
export const optionGroup = z.strictObject({
  label: plainText(limits.optionText),
  options: z.array(option).min(1).max(limits.options),
});

/** The dialog that the client shows before it sends a click. */
export const confirmDialog = z.strictObject({
  title: plainText(limits.confirmTitle),
  text: anyText(limits.confirmText),
  confirm: plainText(limits.confirmButton),
  deny: plainText(limits.confirmButton),
  style: z.enum(['primary', 'danger']).optional(),
});

export type Option = z.infer<typeof choiceOption> & { url?: string | undefined };
export type ConfirmDialog = z.infer<typeof confirmDialog>;
