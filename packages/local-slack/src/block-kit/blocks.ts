import * as z from 'zod';
import { dataTable } from './data-table.ts';
import { accessory, actionElement, imageElement, inputElement, modalInputElement } from './elements.ts';
import { limits } from './limits.ts';
import { anyText, plainText } from './text-object.ts';

const block_id = z.string().min(1).max(limits.id).optional();

const section = z
  .strictObject({
    type: z.literal('section'),
    block_id,
    text: anyText(limits.sectionText).optional(),
    fields: z.array(anyText(limits.fieldText)).min(1).max(limits.sectionFields).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((value) => value.text !== undefined || value.fields !== undefined, 'must have text or fields');

const actions = z.strictObject({
  type: z.literal('actions'),
  block_id,
  elements: z.array(actionElement).min(1).max(limits.actionElements),
});

const context = z.strictObject({
  type: z.literal('context'),
  block_id,
  elements: z
    .array(z.discriminatedUnion('type', [imageElement, anyText(limits.sectionText)]))
    .min(1)
    .max(limits.contextElements),
});

const divider = z.strictObject({ type: z.literal('divider'), block_id });

const header = z.strictObject({ type: z.literal('header'), block_id, text: plainText(limits.headerText) });

const image = z.strictObject({
  ...imageElement.shape,
  block_id,
  title: plainText(limits.labelText).optional(),
});

const inputFields = {
  type: z.literal('input'),
  block_id,
  label: plainText(limits.labelText),
  hint: plainText(limits.labelText).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
};
const input = z.strictObject({ ...inputFields, element: inputElement });
const modalInput = z.strictObject({ ...inputFields, element: modalInputElement });

const display = [section, actions, context, divider, header, image, dataTable] as const;

/** A block of a message or of the App Home. */
export const block = z.discriminatedUnion('type', [...display, input]);
export const modalBlock = z.discriminatedUnion('type', [...display, modalInput]);

export type Block = z.infer<typeof modalBlock>;
export type InputBlock = z.infer<typeof modalInput>;
