import type { Option } from '../../src/block-kit/index.ts';
import { Icon } from '../shell/icon.tsx';

/** What is chosen in a menu of several, each with a button that takes it out again. */
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
