import { useContext } from 'preact/hooks';
import { Menu } from '../popup/menu.tsx';
import { Icon } from '../shell/icon.tsx';
import { OfferContext } from './offer-context.ts';

/** Packages and loose files to drop for a visitor who has none at hand. */
export function SampleMenu({ onChoose }: { onChoose: (sample: string) => void }) {
  const { samples } = useContext(OfferContext);
  const items = samples.map(({ name, label }) => ({
    key: name,
    label,
    description: name,
    onChoose: () => onChoose(name),
  }));
  if (items.length === 0) return null;
  return (
    <Menu label="Drop a sample package" class="composer-menu" items={items} align="start">
      <Icon name="package" size={18} />
      <span>Sample packages</span>
    </Menu>
  );
}
