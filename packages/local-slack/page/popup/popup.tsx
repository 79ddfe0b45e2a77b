import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PopupProps {
  anchor: RefObject<HTMLElement | null>;
  class?: string;
  /** Which edges of the anchor and the popup align. */
  align?: 'start' | 'end';
  /** Match the width of the anchor. */
  wide?: boolean;
  /** Preferred side when both have room. */
  side?: 'below' | 'above';
  children: ComponentChildren;
}

const GAP = 4;
const MARGIN = 8;
/** In pixels. If this much is visible, the rest may scroll. */
const ENOUGH = 220;
const HIGHEST = 380;

/** A box above everything else, dialogs included, next to its anchor: below if there is room, else above. */
export function Popup({
  anchor,
  class: name = '',
  align = 'start',
  wide = false,
  side = 'below',
  children,
}: PopupProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const popup = box.current;
    if (!popup) return;
    popup.showPopover();
    return () => popup.hidePopover();
  }, []);

  // Runs after every render: the content determines the size and therefore the position.
  useLayoutEffect(() => {
    const place = () => {
      if (box.current && anchor.current) placeBeside(box.current, anchor.current, { align, wide, side });
    };
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  });

  return (
    <div ref={box} popover="manual" class={`popup ${name}`}>
      {children}
    </div>
  );
}

function placeBeside(
  popup: HTMLElement,
  anchor: HTMLElement,
  { align, wide, side }: Required<Pick<PopupProps, 'align' | 'wide' | 'side'>>,
): void {
  const { top, bottom, left, right, width } = anchor.getBoundingClientRect();
  const { style } = popup;
  style.width = wide ? `${width}px` : '';
  // Measured without lifting the limit of the last time: that would scroll the content back to its top.
  const content = popup.scrollHeight + popup.offsetHeight - popup.clientHeight;
  const below = window.innerHeight - bottom - GAP - MARGIN;
  const above = top - GAP - MARGIN;
  const enough = Math.min(content, ENOUGH);
  const isBelow = side === 'below' ? below >= enough || below >= above : above < enough && below > above;
  const room = Math.min(isBelow ? below : above, HIGHEST);
  const height = Math.min(content, room);
  style.maxHeight = `${room}px`;
  style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`;
  const wished = align === 'start' ? left : right - popup.offsetWidth;
  style.left = `${Math.max(MARGIN, Math.min(wished, window.innerWidth - popup.offsetWidth - MARGIN))}px`;
}
