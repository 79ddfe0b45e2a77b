import type { Answer } from '../../src/slack/blocks/kit.ts';

/** Answers by the name of their golden file. */
export type Cases = Record<string, Answer>;

/** Names the cases of a table: `outcome-list-empty`, and `outcome-deleted` for the only case of its kind. */
export function nameCases<T>(
  prefix: string,
  table: Record<string, Record<string, T>>,
  draw: (value: T) => Answer,
): Cases {
  const named = Object.entries(table).flatMap(([kind, cases]) =>
    Object.entries(cases).map(([name, value]): [string, Answer] => [
      [prefix, kind, name].filter((part) => part !== '').join('-'),
      draw(value),
    ]),
  );
  return Object.fromEntries(named);
}
