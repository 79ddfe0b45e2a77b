import { useRef } from 'preact/hooks';
import type { Block, InteractiveElement } from '../../src/block-kit/index.ts';
import { type Identity, type Keyed, keepKeys } from './keep-keys.ts';
import { subjectOf } from './subject.ts';

const withoutIds = (item: object) =>
  JSON.stringify(item, (name, value) => (name === 'block_id' || name === 'action_id' ? undefined : value));
/** Only if nothing was added or removed: elsewhere a neighbor would take the place of the control just pressed. */
const byPlace = ({ type }: { type: string }, index: number, all: readonly unknown[]) =>
  `${type} ${index} of ${all.length}`;

const blockIdentities: readonly Identity<Block>[] = [
  ({ block_id }) => block_id ?? null,
  withoutIds,
  (block) => {
    const subject = subjectOf(block);
    return subject && `${block.type} ${subject}`;
  },
  byPlace,
];

const elementIdentities: readonly Identity<InteractiveElement>[] = [
  ({ action_id }) => action_id ?? null,
  withoutIds,
  (element) => (element.type === 'button' ? (element.accessibility_label ?? element.text.text) : null),
  byPlace,
];

export const useBlockKeys = (blocks: readonly Block[]) => useKeys(blocks, blockIdentities);
export const useElementKeys = (elements: readonly InteractiveElement[]) => useKeys(elements, elementIdentities);

function useKeys<T>(items: readonly T[], identities: readonly Identity<T>[]): readonly string[] {
  const kept = useRef<Keyed<T>>({ items: [], keys: [] });
  const count = useRef(0);
  if (kept.current.items !== items) {
    kept.current = keepKeys(kept.current, items, identities, () => {
      count.current += 1;
      return String(count.current);
    });
  }
  return kept.current.keys;
}
