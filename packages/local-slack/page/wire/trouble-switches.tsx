import { useState } from 'preact/hooks';
import type { TroubleInfo } from '../../src/page-server/page-api.ts';
import { useSession } from '../session/session.ts';

/** Switches that simulate failures, to see how the app responds. Those with a heading are folded below it. */
export function TroubleSwitches({ troubles }: { troubles: readonly TroubleInfo[] }) {
  const headings = [...new Set(troubles.flatMap(({ heading }) => heading ?? []))];
  const faults = troubles.filter(({ heading }) => heading === undefined);
  return (
    <>
      {faults.length > 0 && (
        <fieldset class="troubles">
          <legend>Faults</legend>
          <Switches troubles={faults} />
        </fieldset>
      )}
      {headings.map((heading) => {
        const own = troubles.filter((trouble) => trouble.heading === heading);
        const on = own.filter((trouble) => trouble.on).length;
        return (
          <details key={heading} class="troubles">
            <summary>
              {heading}
              {on > 0 && `: ${on} on`}
            </summary>
            <fieldset aria-label={heading}>
              <Switches troubles={own} />
            </fieldset>
          </details>
        );
      })}
    </>
  );
}

function Switches({ troubles }: { troubles: readonly TroubleInfo[] }) {
  const { act, say } = useSession();
  const [working, setWorking] = useState<string | null>(null);
  const toggle = async (trouble: string, on: boolean) => {
    setWorking(trouble);
    const answer = await act({ do: 'trouble', trouble, on });
    setWorking(null);
    if (!answer.ok) say(answer.sentence);
  };
  return troubles.map(({ id, name, says, on }) => (
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
  ));
}
