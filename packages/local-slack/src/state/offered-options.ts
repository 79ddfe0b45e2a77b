import type { Option } from '../block-kit/composition.ts';
import type { Person } from './people.ts';
import type { Message } from './transcript.ts';
import type { View } from './view.ts';

const KEEP = 500;

/** Options that the bot has returned for external selects: the client accepts any that it has shown. */
export class OfferedOptions {
  readonly #offered = new Map<string, readonly Option[]>();

  add(person: Person, where: Message | View, actionId: string, options: readonly Option[]): void {
    const known = this.of(person, where, actionId);
    const fresh = options.filter(({ value }) => !known.some((option) => option.value === value));
    this.#offered.set(keyOf(person, where, actionId), [...fresh, ...known].slice(0, KEEP));
    const [oldest] = this.#offered.keys();
    if (this.#offered.size > KEEP && oldest !== undefined) this.#offered.delete(oldest);
  }

  of(person: Person, where: Message | View, actionId: string): readonly Option[] {
    return this.#offered.get(keyOf(person, where, actionId)) ?? [];
  }
}

const keyOf = (person: Person, where: Message | View, actionId: string) =>
  `${person.id} ${'definition' in where ? where.id : `${where.channelId}/${where.ts}`} ${actionId}`;
