import type { PersonInfo } from '../../src/page-server/page-api.ts';
import { Avatar } from '../messages/avatar.tsx';
import { kindWords } from './kind-words.ts';

interface PersonSwitchProps {
  people: readonly PersonInfo[];
  viewerId: string;
  onChoose: (id: string) => void;
}

/** Switches the viewer. Each person sees what they would see in Slack. */
export function PersonSwitch({ people, viewerId, onChoose }: PersonSwitchProps) {
  return (
    <fieldset class="person-switch">
      <legend>You are</legend>
      {people
        .filter(({ kind }) => kind !== 'app')
        .map((person) => (
          <label key={person.id}>
            <input
              type="radio"
              name="person"
              class="only-heard"
              checked={person.id === viewerId}
              onChange={() => onChoose(person.id)}
            />
            <Avatar person={person} size={28} />
            <span>
              {person.name}
              <small>{kindWords[person.kind]}</small>
            </span>
          </label>
        ))}
    </fieldset>
  );
}
