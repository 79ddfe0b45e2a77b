import type { Block, InputBlock } from './blocks.ts';
import type { ConfirmDialog, Option } from './composition.ts';
import { textOfCell } from './data-table.ts';
import { chosenIdsAtFirst, isDirectoryElement, namedOption } from './directory.ts';
import type { ChoiceElement, ImageElement, InteractiveElement } from './elements.ts';
import type { PlainText, TextObject } from './text-object.ts';

/** A message, or a modal or App Home with its errors. */
interface Renderable {
  text?: string;
  title?: PlainText | string | undefined;
  submit?: PlainText | undefined;
  close?: PlainText | undefined;
  blocks: readonly Block[];
  files?: readonly Readonly<Record<string, unknown>>[];
  errors?: Readonly<Record<string, string>>;
}

/**
 * Renders a message or view for a terminal: one or more lines per block, buttons as `[Label]`, menus with their
 * entries, a confirm dialog after its element. A message without blocks is its text.
 */
export function renderText({ text, title, submit, close, blocks, files = [], errors = {} }: Renderable): string {
  const heading = typeof title === 'string' ? title : title?.text;
  const buttons = [close, submit].flatMap((label) => (label ? [`[${label.text}]`] : []));
  return [
    ...(heading ? [`== ${heading} ==`] : []),
    ...(blocks.length === 0 && text ? [plain(text)] : []),
    ...blocks.map((block) => withError(renderBlock(block), errors[block.block_id ?? ''])),
    ...files.map(({ name }) => `[file: ${name}]`),
    ...(buttons.length > 0 ? [buttons.join(' ')] : []),
  ].join('\n');
}

function renderBlock(block: Block): string {
  switch (block.type) {
    case 'header':
      return `# ${block.text.text}`;
    case 'divider':
      return '---';
    case 'section': {
      const lines = [
        ...(block.text ? [renderTextObject(block.text)] : []),
        ...(block.fields ?? []).map(renderTextObject),
      ];
      return [lines.join('\n'), ...(block.accessory ? [renderElement(block.accessory)] : [])].join('  ');
    }
    case 'context':
      return block.elements
        .map((part) => (part.type === 'image' ? renderElement(part) : renderTextObject(part)))
        .join('  ');
    case 'actions':
      return block.elements.map(renderElement).join(' ');
    case 'image':
      return [...(block.title ? [block.title.text] : []), renderElement(block)].join('\n');
    case 'input':
      return renderInput(block);
    case 'data_table':
      return [block.caption, ...block.rows.map((row) => row.map(textOfCell).join(' | '))].join('\n');
  }
}

function renderInput({ label, optional, hint, element }: InputBlock): string {
  return [
    `${label.text}${optional ? ' (optional)' : ''}: ${renderElement(element)}`,
    ...(hint ? [`  ${hint.text}`] : []),
  ].join('\n');
}

function renderElement(element: InteractiveElement | Pick<ImageElement, 'type' | 'alt_text'>): string {
  switch (element.type) {
    case 'image':
      return `[image: ${element.alt_text}]`;
    case 'button':
      return withConfirm(`[${element.text.text}]`, element.confirm);
    case 'overflow':
      return withConfirm(`[⋯ ${labels(element.options)}]`, element.confirm);
    case 'plain_text_input':
      return `[${element.initial_value ?? element.placeholder?.text ?? ''}_]`;
    case 'datetimepicker': {
      const { initial_date_time: at } = element;
      return `[date and time${at === undefined ? '' : `: ${new Date(at * 1000).toISOString()}`}]`;
    }
    case 'file_input':
      return `[file${element.filetypes ? `: ${element.filetypes.join(', ')}` : ''}]`;
    case 'checkboxes':
    case 'radio_buttons': {
      const chosen = chosenAtFirst(element).map(({ value }) => value);
      const marks = element.options.map(
        ({ text, value }) => `(${chosen.includes(value) ? 'x' : ' '}) ${plain(text.text)}`,
      );
      return withConfirm(marks.join(' '), element.confirm);
    }
    case 'static_select':
    case 'external_select':
    case 'multi_static_select':
    case 'multi_external_select':
    case 'users_select':
    case 'multi_users_select':
    case 'conversations_select':
    case 'multi_conversations_select':
      return renderSelect(element);
  }
}

function renderSelect(element: Exclude<ChoiceElement, { type: 'checkboxes' | 'radio_buttons' }>): string {
  const chosen = labels(chosenAtFirst(element));
  const groups = 'option_groups' in element ? (element.option_groups ?? []) : [];
  const offered = [
    ...('options' in element && element.options ? [labels(element.options)] : []),
    ...groups.map(({ label, options }) => `${label.text}: ${labels(options)}`),
  ];
  const shown = chosen || element.placeholder?.text || 'Choose';
  return withConfirm(`[${shown} ▾ ${offered.join(' | ') || 'type to search'}]`, element.confirm);
}

/** The initially selected options. */
export function chosenAtFirst(element: ChoiceElement): readonly Option[] {
  if (isDirectoryElement(element)) return chosenIdsAtFirst(element).map((id) => namedOption(id));
  if ('initial_options' in element) return element.initial_options ?? [];
  return 'initial_option' in element && element.initial_option ? [element.initial_option] : [];
}

function labels(options: readonly Option[]): string {
  return options.map(({ text }) => plain(text.text)).join(' · ');
}

function withConfirm(shown: string, dialog: ConfirmDialog | undefined): string {
  if (!dialog) return shown;
  const { title, text, confirm, deny } = dialog;
  return `${shown} (asks: ${title.text} ${renderTextObject(text)} [${confirm.text}] [${deny.text}])`;
}

function withError(shown: string, error: string | undefined): string {
  return error ? `${shown}\n  ! ${error}` : shown;
}

function renderTextObject({ type, text }: TextObject): string {
  return type === 'mrkdwn' ? plain(text) : text;
}

/** mrkdwn as displayed: links by their label, dates by their fallback, and the three escaped characters. */
function plain(mrkdwn: string): string {
  return mrkdwn
    .replace(/<([^<>|]+)\|([^<>]*)>/g, '$2')
    .replace(/<([^<>]+)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
