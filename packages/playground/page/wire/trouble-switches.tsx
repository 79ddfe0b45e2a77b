import { useState } from 'preact/hooks';
import { type PageState, TROUBLES, type Trouble } from '../../src/page-api.ts';
import { useSession } from '../session/session.ts';

const WORDS: Readonly<Record<Trouble, { name: string; says: string }>> = {
  'service-down': { name: 'Service down', says: 'Nobody answers at its address.' },
  'service-slow': { name: 'Service slow', says: 'Each answer takes several seconds.' },
  'service-429': { name: 'Service busy', says: 'It answers 429, too many requests.' },
  'slack-429': { name: 'Slack busy', says: 'It answers 429 to what the bot sends.' },
  'bot-killed': { name: 'Bot killed', says: 'Gone without a word, until this is off.' },
};

/** Makes things go wrong, to see what the bot says then. */
export function TroubleSwitches({ troubles }: { troubles: PageState['troubles'] }) {
  const { act, say } = useSession();
  const [working, setWorking] = useState<Trouble | null>(null);
  const toggle = async (trouble: Trouble, on: boolean) => {
    setWorking(trouble);
    const answer = await act({ do: 'trouble', trouble, on });
    setWorking(null);
    if (!answer.ok) say(answer.sentence);
  };
  return (
    <fieldset class="troubles">
      <legend>Trouble</legend>
      {TROUBLES.map((trouble) => (
        <label key={trouble} class="trouble">
          <input
            type="checkbox"
            role="switch"
            checked={troubles[trouble]}
            aria-checked={troubles[trouble]}
            aria-busy={working === trouble}
            onChange={({ currentTarget }) => void toggle(trouble, currentTarget.checked)}
          />
          <span>
            <strong>
              {WORDS[trouble].name}: {troubles[trouble] ? 'on' : 'off'}
            </strong>
            <small>{WORDS[trouble].says}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
