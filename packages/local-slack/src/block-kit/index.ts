/** Validates Block Kit messages and views by Slack's rules, and renders them as text. Also runs in a browser. */

export { listElements } from './block-elements.ts';
export type { Block, InputBlock } from './blocks.ts';
export { checkMessage, messageContent } from './check-message.ts';
export { checkView, type ViewDefinition, viewDefinition } from './check-view.ts';
export { type ConfirmDialog, choiceOption, type Option } from './composition.ts';
export { type DataTable, type DataTableCell, textOfCell } from './data-table.ts';
export { type Directory, directoryOptions, namedOption } from './directory.ts';
export type { DirectoryElement } from './directory-elements.ts';
export type { ChoiceElement, InteractiveElement } from './elements.ts';
export { limits } from './limits.ts';
export { areOffered } from './own-options.ts';
export type { Problem } from './problem.ts';
export { chosenAtFirst, renderText } from './render-text.ts';
export type { RichTextElement } from './rich-text.ts';
export type { TextObject } from './text-object.ts';
