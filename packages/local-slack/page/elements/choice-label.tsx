import type { Option } from '../../src/block-kit/index.ts';
import { Text } from '../mrkdwn/text.tsx';

/** The label and description of a checkbox or radio button. */
export function ChoiceLabel({ option: { text, description } }: { option: Option }) {
  return (
    <span class="choice-label">
      <Text value={text} />
      {description && (
        <small>
          <Text value={description} />
        </small>
      )}
    </span>
  );
}
