import { useContext } from 'preact/hooks';
import { Menu } from '../popup/menu.tsx';
import { Icon } from '../shell/icon.tsx';
import { OfferContext } from './offer-context.ts';

/** Sample files for visitors without their own. */
export function SampleMenu({ onChoose }: { onChoose: (sample: string) => void }) {
  const { samples, words } = useContext(OfferContext);
  const items = samples.map(({ name, label }) => ({
    key: name,
    label,
    description: name,
    onChoose: () => onChoose(name),
  }));
  if (items.length === 0) return null;
  return (
    <Menu label={words.samples} class="composer-menu" items={items} align="start">
      <Icon name="package" size={18} />
      <span>{words.samples}</span>
    </Menu>
  );
}
