import * as z from 'zod';
import { choiceOption, type Option, option, optionGroup, overflowOption } from './composition.ts';
import { directoryElements } from './directory-elements.ts';
import { action_id, confirm, focus_on_load, max_selected_items, placeholder } from './element-fields.ts';
import { limits } from './limits.ts';
import { plainText } from './text-object.ts';

const min_query_length = z.int().min(0).optional();

const button = z.strictObject({
  type: z.literal('button'),
  action_id,
  text: plainText(limits.buttonText),
  value: z.string().max(limits.buttonValue).optional(),
  url: z.url().max(limits.url).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(limits.buttonText).optional(),
  confirm,
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id,
  options: z.array(overflowOption).min(1).max(limits.overflowOptions),
  confirm,
});

const menu = {
  action_id,
  options: z.array(option).min(1).max(limits.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.options).optional(),
  placeholder,
  confirm,
  focus_on_load,
};

/** Slack's rule for static menus: exactly one of options and option_groups. */
const oneSourceOfOptions = (value: { options?: unknown; option_groups?: unknown }) =>
  (value.options === undefined) !== (value.option_groups === undefined);
const sourceMessage = 'must have either options or option_groups';

interface Offer {
  options?: readonly Option[] | undefined;
  option_groups?: readonly { options: readonly Option[] }[] | undefined;
  initial_option?: Option | undefined;
  initial_options?: readonly Option[] | undefined;
}

/** Slack's rule for initial options: each must equal one of the options, value and label. */
function requireOfferedChoice(offer: Offer, issues: z.core.$RefinementCtx): void {
  const { options = [], option_groups = [], initial_option, initial_options = [] } = offer;
  const offered = [...options, ...option_groups.flatMap((group) => group.options)];
  const isOffered = ({ value, text }: Option) =>
    offered.some((option) => option.value === value && option.text.text === text.text);
  const message = 'must be one of the options';
  if (initial_option && !isOffered(initial_option)) {
    issues.addIssue({ code: 'custom', path: ['initial_option'], message });
  }
  initial_options.forEach((option, index) => {
    if (!isOffered(option)) issues.addIssue({ code: 'custom', path: ['initial_options', index], message });
  });
}

const staticSelect = z
  .strictObject({ type: z.literal('static_select'), ...menu, initial_option: option.optional() })
  .refine(oneSourceOfOptions, sourceMessage)
  .superRefine(requireOfferedChoice);

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...menu,
    initial_options: z.array(option).min(1).optional(),
    max_selected_items,
  })
  .refine(oneSourceOfOptions, sourceMessage)
  .superRefine(requireOfferedChoice);

const search = { action_id, placeholder, confirm, focus_on_load, min_query_length };

const externalSelect = z.strictObject({
  type: z.literal('external_select'),
  ...search,
  initial_option: option.optional(),
});

const multiExternalSelect = z.strictObject({
  type: z.literal('multi_external_select'),
  ...search,
  initial_options: z.array(option).min(1).optional(),
  max_selected_items,
});

const choices = {
  action_id,
  options: z.array(choiceOption).min(1).max(limits.choiceOptions),
  confirm,
  focus_on_load,
};

const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...choices,
    initial_options: z.array(choiceOption).min(1).optional(),
  })
  .superRefine(requireOfferedChoice);

const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...choices,
    initial_option: choiceOption.optional(),
  })
  .superRefine(requireOfferedChoice);

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    action_id,
    placeholder,
    focus_on_load,
    initial_value: z.string().max(limits.inputText).optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(limits.inputText).optional(),
    max_length: z.int().min(1).max(limits.inputText).optional(),
    dispatch_action_config: z
      .strictObject({
        trigger_actions_on: z
          .array(z.enum(['on_enter_pressed', 'on_character_entered']))
          .min(1)
          .max(2),
      })
      .optional(),
  })
  .refine(
    ({ min_length = 0, max_length = limits.inputText }) => min_length <= max_length,
    'min_length must not exceed max_length',
  )
  .refine(
    ({ initial_value = '', max_length = limits.inputText }) => initial_value.length <= max_length,
    'initial_value must not exceed max_length',
  );

/** Slack takes ten digits, in seconds. */
const dateTime = z.int().min(1_000_000_000).max(9_999_999_999);

const dateTimePicker = z.strictObject({
  type: z.literal('datetimepicker'),
  action_id,
  initial_date_time: dateTime.optional(),
  confirm,
  focus_on_load,
});

const fileInput = z.strictObject({
  type: z.literal('file_input'),
  action_id,
  filetypes: z.array(z.string().min(1)).min(1).optional(),
  max_files: z.int().min(1).max(limits.filesPerInput).optional(),
});

const selects = [
  staticSelect,
  multiStaticSelect,
  externalSelect,
  multiExternalSelect,
  ...directoryElements,
  checkboxes,
  radioButtons,
] as const;

/** An image in a section or a context block. */
export const imageElement = z.strictObject({
  type: z.literal('image'),
  image_url: z.url().max(limits.url),
  alt_text: z.string().min(1).max(limits.altText),
});

/** Elements allowed in an actions block. */
export const actionElement = z.discriminatedUnion('type', [button, overflow, ...selects]);
/** Elements allowed as the accessory of a section. */
export const accessory = z.discriminatedUnion('type', [button, overflow, ...selects, imageElement]);
/** Elements allowed in any input block. */
export const inputElement = z.discriminatedUnion('type', [plainTextInput, dateTimePicker, ...selects]);
/** Elements allowed in an input block of a modal, the only place for file_input. */
export const modalInputElement = z.discriminatedUnion('type', [plainTextInput, dateTimePicker, fileInput, ...selects]);

export type ImageElement = z.infer<typeof imageElement>;
export type InputElement = z.infer<typeof modalInputElement>;
export type InteractiveElement = z.infer<typeof actionElement> | InputElement;
export type ChoiceElement = Exclude<
  InteractiveElement,
  { type: 'button' | 'overflow' | 'plain_text_input' | 'datetimepicker' | 'file_input' }
>;
