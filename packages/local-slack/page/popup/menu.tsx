import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Popup } from './popup.tsx';

interface MenuItem {
  key: string;
  label: string;
  description?: string | undefined;
  /** Opened in a new tab, in addition to `onChoose`. */
  href?: string | undefined;
  onChoose: () => void;
}

interface MenuProps {
  label: string;
  class: string;
  items: readonly MenuItem[];
  busy?: boolean;
  align?: 'start' | 'end';
  children: ComponentChildren;
}

/** A button that opens a menu, with the usual keys: arrows, Home, End and Escape. */
export function Menu({ label, class: name, items, busy = false, align = 'end', children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  // Before the next key press, which is meant for the menu.
  useLayoutEffect(() => {
    if (!open) return;
    itemsOf(list.current)[0]?.focus();
    const closeOutside = ({ target }: Event) => {
      const inside = target instanceof Node && (list.current?.contains(target) || button.current?.contains(target));
      if (!inside) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') return setOpen(false);
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    const entries = itemsOf(list.current);
    const at = entries.findIndex((entry) => entry.contains(document.activeElement));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class={name}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <Popup anchor={button} class="menu" align={align}>
          <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
            {items.map((item) => (
              <MenuEntry key={item.key} item={item} close={close} />
            ))}
          </div>
        </Popup>
      )}
    </>
  );
}

function MenuEntry({ item, close }: { item: MenuItem; close: () => void }) {
  const choose = () => {
    close();
    item.onChoose();
  };
  const content = (
    <>
      <span>{item.label}</span>
      {item.description && <small>{item.description}</small>}
    </>
  );
  if (item.href) {
    return (
      <a role="menuitem" tabIndex={-1} href={item.href} target="_blank" rel="noreferrer" onClick={choose}>
        {content}
      </a>
    );
  }
  return (
    <button role="menuitem" tabIndex={-1} type="button" onClick={choose}>
      {content}
    </button>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}
