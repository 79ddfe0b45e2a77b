import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { VerbInfo } from '../../src/page-server/page-api.ts';
import { Popup } from '../popup/popup.tsx';

interface CommandListProps {
  id: string;
  command: string;
  anchor: RefObject<HTMLElement | null>;
  verbs: readonly VerbInfo[];
  active: number;
  onChoose: (verb: VerbInfo) => void;
}

export const commandId = (listId: string, index: number) => `${listId}-${index}`;

/** The commands that match the input. Focus stays in the composer. */
export function CommandList({ id, command, anchor, verbs, active, onChoose }: CommandListProps) {
  useEffect(() => {
    document.getElementById(commandId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <Popup anchor={anchor} class="commands" side="above" wide>
      <p class="popup-note" aria-hidden="true">
        Tab or Enter completes, Escape closes
      </p>
      <div id={id} role="listbox" aria-label={`Commands that start with ${command}`} tabIndex={-1}>
        {verbs.map((verb, index) => (
          <div
            key={verb.usage}
            id={commandId(id, index)}
            role="option"
            tabIndex={-1}
            class="option"
            data-active={index === active}
            aria-selected={index === active}
            // On pointer down, so that the composer keeps focus and the list stays open until the choice is made.
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(verb);
            }}
          >
            <code>
              {command} {verb.usage}
            </code>
            <small>{verb.summary}</small>
          </div>
        ))}
      </div>
    </Popup>
  );
}
