import { safeAddress } from '../mrkdwn/safe-address.ts';
import { Menu } from '../popup/menu.tsx';
import { useSurface } from '../session/surface.ts';
import { Icon } from '../shell/icon.tsx';
import type { ElementOf, ElementProps } from './element-props.ts';

export function OverflowMenu({ blockId, element, subject }: ElementProps<ElementOf<'overflow'>>) {
  const { work, isBusy } = useSurface();
  const items = element.options.map(({ text, value, description, url }) => ({
    key: value,
    label: text.text,
    description: description?.text,
    href: url && safeAddress(url),
    onChoose: () => void work(blockId, element, value),
  }));
  return (
    <Menu
      label={subject ? `More actions for ${subject}` : 'More actions'}
      class="button button-default button-icon"
      items={items}
      busy={isBusy(blockId, element)}
    >
      <Icon name="more" size={16} />
    </Menu>
  );
}
