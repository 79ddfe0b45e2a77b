import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';

/** Varies between runs: times, random numbers and durations. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{64}\b/g, '<digest>'],
  [/\bref [0-9a-f]{6}\b/g, 'ref <ref>'],
  [/\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?: UTC)?/g, '<time>'],
  [/\b[\d.,]+ m?s\b/g, '<duration>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d+ exchanges?(?: · last: .*)?/g, '<exchanges>'],
  // Counts of exchanges and unread messages.
  [/^\d+$/gm, ''],
  // Depends on the scroll position.
  [/^\s*Jump to newest$/gm, ''],
];

export const textFile = (folder: string, name: string): string => join(folder, `${name}.txt`);

/**
 * Runs in the page and collects the visible text and field values of an element. Exchanges in the wire panel are listed
 * once per kind: the number of progress edits depends on the speed of the machine.
 */
const SHOWN = `(shown) => {
  const exchanges = shown.querySelector('ol[aria-label="Exchanges"]')?.innerText ?? '';
  const visible = (selector) => [...shown.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const kinds = visible('.wire-title').map((title) => title.textContent);
  const fields = visible('input, textarea').map((field) => field.value);
  return [shown.innerText.replace(exchanges, () => ''), ...[...new Set(kinds)].sort(), ...fields].join('\\n');
}`;

/** What a picture shows of the page, as text line by line, without what varies between runs. */
export async function readPictureText(shown: Locator): Promise<string> {
  const text = String(await shown.evaluate(`(${SHOWN})`));
  const stable = CHANGING.reduce((all, [changing, name]) => all.replaceAll(changing, name), text);
  const lines = stable.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** @returns how the page differs from the text stored next to its picture; null if it does not. */
export async function compareWithPicture(folder: string, name: string, now: string): Promise<string | null> {
  const kept = await readFile(textFile(folder, name), 'utf8').catch(() => null);
  if (kept === null) return `${textFile(folder, name)} is missing.`;
  if (kept === now) return null;
  const [before, after] = [kept.split('\n'), now.split('\n')];
  const gone = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  const order = gone.length + added.length === 0 ? ['  the same lines in another order or number'] : [];
  return [
    `${name} shows another page:`,
    ...gone.map((line) => `  - ${line}`),
    ...added.map((line) => `  + ${line}`),
    ...order,
  ].join('\n');
}
