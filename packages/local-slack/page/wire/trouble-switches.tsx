import { useState } from 'preact/hooks';
import type { TroubleInfo } from '../../src/page-server/page-api.ts';
import { useSession } from '../session/session.ts';

/** Switches that simulate failures, to see how the app responds. */
export function TroubleSwitches({ troubles }: { troubles: readonly TroubleInfo[] }) {
  const { act, say } = useSession();
  const [working, setWorking] = useState<string | null>(null);
  const toggle = async (trouble: string, on: boolean) => {
    setWorking(trouble);
    const answer = await act({ do: 'trouble', trouble, on });
    setWorking(null);
    if (!answer.ok) say(answer.sentence);
  };
  if (troubles.length === 0) return null;
  return (
    <fieldset class="troubles">
      <legend>Faults</legend>
      {troubles.map(({ id, name, says, on }) => (
        <label key={id} class="trouble">
          <input
            type="checkbox"
            role="switch"
            checked={on}
            aria-checked={on}
            aria-busy={working === id}
            onChange={({ currentTarget }) => void toggle(id, currentTarget.checked)}
          />
          <span>
            <strong>
              {name}: {on ? 'on' : 'off'}
            </strong>
            <small>{says}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
