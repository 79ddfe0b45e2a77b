import { useCallback, useState } from 'preact/hooks';
import type * as z from 'zod';
import { serverName } from '../shell/server-name.ts';

const keyOf = (name: string) => `${serverName}-${name}`;

/** The value that this tab kept under the name; null without one, or with one that does not fit the schema. */
export function readKept<T>(name: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keeps the value over a reload of this tab: another tab may show another person or channel. */
export function keep(name: string, value: unknown): void {
  sessionStorage.setItem(keyOf(name), JSON.stringify(value));
}

/** State that a reload keeps. */
export function useKept<T>(name: string, schema: z.ZodType<T>, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => readKept(name, schema) ?? initial);
  const set = useCallback(
    (next: T) => {
      keep(name, next);
      // A function would be called for the next state.
      setValue(() => next);
    },
    [name],
  );
  return [value, set];
}
