import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';

/** Varies between runs: times, random numbers and durations. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{64}\b/g, '<digest>'],
  [/\bref [0-9a-f]{6}\b/g, 'ref <ref>'],
  [/\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?: UTC)?/g, '<time>'],
  // The day of a planned change.
  [/\b(?:today|tomorrow|[A-Z][a-z]{2} \d{1,2})(?= (?:at )?<time>)/g, '<day>'],
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
 * The visible text and field values, line by line, without parts that vary between runs. Exchanges in the wire panel
 * are listed once per kind, because the number of progress edits depends on the speed of the machine.
 */
export async function readPictureText(shown: Locator): Promise<string> {
  const [exchanges = ''] = await shown.locator('ol[aria-label="Exchanges"]:visible').allInnerTexts();
  const kinds = await shown.locator('.wire-title:visible').allInnerTexts();
  const fields = await shown.locator('input:visible, textarea:visible').all();
  const values = await Promise.all(fields.map((field) => field.inputValue()));
  const without = (await shown.innerText()).replace(exchanges, () => '');
  const text = [without, ...[...new Set(kinds)].sort(), ...values].join('\n');
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
  const order = gone.length + added.length === 0 ? ['  the same lines, but in a different order or number'] : [];
  return [
    `${name} no longer matches the page:`,
    ...gone.map((line) => `  - ${line}`),
    ...added.map((line) => `  + ${line}`),
    ...order,
  ].join('\n');
}
