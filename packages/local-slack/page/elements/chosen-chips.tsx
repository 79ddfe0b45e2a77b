import type { Option } from '../../src/block-kit/index.ts';
import { Icon } from '../shell/icon.tsx';

/** The selected options of a multi-select, each with a remove button. */
export function ChosenChips({ chosen, onRemove }: { chosen: readonly Option[]; onRemove: (option: Option) => void }) {
  return chosen.map((option) => (
    <span class="chip" key={option.value}>
      {option.text.text}
      <button type="button" aria-label={`Remove ${option.text.text}`} onClick={() => onRemove(option)}>
        <Icon name="close" size={12} />
      </button>
    </span>
  ));
}
