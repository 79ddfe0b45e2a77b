import { readFile } from 'node:fs/promises';
import { LIE_NAMES, type Lie } from '@abilities-bot/local-service';
import { describe, expect, test } from 'vitest';
import { changeLargeAccount, LIE_ROWS, tryLie } from './lie-matrix.ts';

const page = await readFile('docs/local-service.md', 'utf8');

/** What the documentation says about a change under a lie: whether the account is as asked. */
function isHarmless(lie: Lie, change: string): boolean {
  const cellsOf = (start: string) =>
    page.split('\n').find((line) => line.startsWith(start) && line.split('|').length > 10);
  const [head, row] = ['| lie |', `| \`${lie}\` |`].map((start) => cellsOf(start)?.split(' | ') ?? []);
  const cell = row?.[head?.findIndex((name) => name.replace(' |', '') === change) ?? -1]?.replace(' |', '');
  expect(cell, `${lie}, ${change}`).toMatch(/^(?:found|–)$/);
  return cell === '–';
}

/** What each change does to the account under each lie is read past the bot: a lie may be about something else. */
describe.each(Object.entries(LIE_ROWS))('%s', (name, row) => {
  test.each([null, ...LIE_NAMES])('under %s: a success is told exactly if it is one', async (lie) => {
    const { isAsAsked, isDoubted, isToldDone, said } = await tryLie(row, lie);
    const told = said.join('\n');
    expect(isAsAsked, told).toBe(lie === null || isHarmless(lie, name));
    expect(isToldDone, told).toBe(isAsAsked);
    expect(isDoubted, told).toBe(!isAsAsked);
  });
});

test('an honest service with 5,000 Abilities raises no alarm', async () => {
  const answers = await changeLargeAccount();
  expect(answers.filter((text) => !text.startsWith('✓'))).toEqual([]);
  expect(answers).toHaveLength(8);
});
