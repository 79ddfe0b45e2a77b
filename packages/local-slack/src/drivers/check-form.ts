import type { InputBlock } from '../block-kit/blocks.ts';
import { limits } from '../block-kit/limits.ts';
import { isEmptyState } from '../state/element-state.ts';
import type { ElementState } from '../state/state-values.ts';
import type { View } from '../state/view.ts';

/** Slack's limit for files in a modal. */
const MAX_FILE_BYTES = 10 * 1024 ** 2;

/**
 * The client's validation before submitting, by block ID: required inputs, text lengths, file sizes. Empty if valid.
 */
export function checkForm({ blocks, state: values }: View): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const block of blocks) {
    if (block.type !== 'input') continue;
    const state = values[block.block_id ?? '']?.[block.element.action_id ?? ''];
    const problem = state && checkInput(block, state);
    if (problem) problems[block.block_id ?? ''] = problem;
  }
  return problems;
}

function checkInput({ element, optional }: InputBlock, state: ElementState): string | undefined {
  if (isEmptyState(state)) return optional ? undefined : 'Please complete this required field.';
  if (element.type === 'plain_text_input' && state.type === 'plain_text_input') {
    const length = state.value?.length ?? 0;
    const { min_length = 0, max_length = limits.inputText } = element;
    if (length > max_length) return `Please enter at most ${max_length} characters.`;
    if (length < min_length) return `Please enter at least ${min_length} characters.`;
  }
  if (element.type === 'file_input' && state.type === 'file_input') {
    const { max_files = limits.filesPerInput } = element;
    if (state.files.length > max_files) return `Please add at most ${max_files} files.`;
    if (state.files.some(({ size }) => Number(size) > MAX_FILE_BYTES)) return 'Please choose a file of at most 10 MB.';
  }
  return undefined;
}
