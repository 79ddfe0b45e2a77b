import { useContext } from 'preact/hooks';
import { Menu } from '../popup/menu.tsx';
import { Icon } from '../shell/icon.tsx';
import { OfferContext } from './offer-context.ts';

/** The app's global shortcuts. */
export function ShortcutMenu({ onChoose }: { onChoose: (callbackId: string) => void }) {
  const { shortcuts } = useContext(OfferContext);
  const items = shortcuts
    .filter(({ type }) => type === 'global')
    .map(({ callbackId, name }) => ({ key: callbackId, label: name, onChoose: () => onChoose(callbackId) }));
  if (items.length === 0) return null;
  return (
    <Menu label="Shortcuts" class="composer-menu" items={items} align="start">
      <Icon name="shortcut" size={18} />
      <span>Shortcuts</span>
    </Menu>
  );
}
