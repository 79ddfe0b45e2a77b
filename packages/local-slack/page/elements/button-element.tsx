import { safeAddress } from '../mrkdwn/safe-address.ts';
import { useSurface } from '../session/surface.ts';
import type { ElementOf, ElementProps } from './element-props.ts';

/** A button. With a URL it opens a new tab and, as in Slack, also notifies the app. */
export function ButtonElement({ blockId, element }: ElementProps<ElementOf<'button'>>) {
  const { work, isBusy } = useSurface();
  const { text, style = 'default', url, accessibility_label } = element;
  const shared = {
    class: `button button-${style}`,
    'aria-label': accessibility_label,
    'aria-busy': isBusy(blockId, element),
    onClick: () => void work(blockId, element),
  };
  const href = url && safeAddress(url);
  if (href) {
    return (
      <a {...shared} href={href} target="_blank" rel="noreferrer">
        {text.text}
      </a>
    );
  }
  return (
    <button {...shared} type="button">
      {text.text}
    </button>
  );
}
