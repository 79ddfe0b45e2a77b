import { useState } from 'preact/hooks';
import type { ControlsInfo } from '../../src/page-server/page-api.ts';
import { useSession } from '../session/session.ts';

/** Buttons that change something around the app, with its present state. */
export function ControlButtons({ controls: { buttons, heading, says } }: { controls: ControlsInfo }) {
  const { act, say } = useSession();
  const [working, setWorking] = useState(false);
  const press = async (control: string) => {
    setWorking(true);
    const answer = await act({ do: 'control', control });
    setWorking(false);
    if (!answer.ok) say(answer.sentence);
  };
  return (
    <fieldset class="controls" aria-busy={working}>
      <legend>{heading}</legend>
      <p aria-live="polite">{says}</p>
      {buttons.map(({ id, isDisabled = false, label }) => (
        <button key={id} type="button" disabled={working || isDisabled} onClick={() => void press(id)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
