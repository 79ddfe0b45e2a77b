import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { VerbInfo } from '../../src/page-server/page-api.ts';
import { CommandList, commandId } from './command-list.tsx';
import { completeCommand, isWholeCommand, withVerb } from './complete-command.ts';
import { OfferContext } from './offer-context.ts';
import type { Draft } from './use-draft.ts';

/** In pixels; longer texts scroll. */
const MAX_HEIGHT = 180;

/** A text field that grows with its content, with matching commands above it. */
export function ComposerText({ label, helpId, draft }: { label: string; helpId: string; draft: Draft }) {
  const {
    app: { command },
    verbs,
  } = useContext(OfferContext);
  const { text, setText, send } = draft;
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [closed, setClosed] = useState(true);
  const [moved, setMoved] = useState<number | null>(null);

  const offered = closed ? [] : completeCommand(text, command, verbs);
  const open = offered.length > 0;
  // Enter sends a complete command unless the person has moved to a suggestion.
  const active = moved ?? (isWholeCommand(text, command, verbs) ? -1 : 0);

  useLayoutEffect(() => {
    if (!area.current) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${Math.min(area.current.scrollHeight, MAX_HEIGHT)}px`;
  }, [text]);

  const complete = (verb: VerbInfo) => {
    setText(withVerb(command, verb));
    setMoved(null);
    area.current?.focus();
  };
  const move = (step: number) => {
    const from = active < 0 && step < 0 ? 0 : active;
    setMoved((from + step + offered.length) % offered.length);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const verb = offered[event.key === 'Tab' ? Math.max(active, 0) : active];
    if (open && step) {
      event.preventDefault();
      move(step);
    } else if (open && event.key === 'Escape') {
      event.preventDefault();
      setClosed(true);
    } else if (open && verb && (event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey) {
      event.preventDefault();
      complete(verb);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      setClosed(true);
      void send();
    }
  };

  return (
    <>
      <textarea
        ref={area}
        class="composer-text"
        rows={1}
        aria-label={label}
        aria-describedby={helpId}
        aria-haspopup="listbox"
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? commandId(listId, active) : undefined}
        placeholder={label}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setClosed(false);
          setMoved(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
      />
      {open && <CommandList {...{ id: listId, command, anchor: area, verbs: offered, active, onChoose: complete }} />}
    </>
  );
}
