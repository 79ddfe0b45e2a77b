import { join } from 'node:path';
import { DEFAULT_LIMITS, readPackageFiles } from '@abilities-bot/ability-zip';
import { Ability } from '@abilities-bot/service-api';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { UTC } from '../../src/base/calendar.ts';
import { writeExport } from '../../src/export/export.ts';
import type { AuditRecord } from '../../src/store/audit-record.ts';
import { makeFolder } from '../make-folder.ts';

/** A name and how a spreadsheet must show it. */
const NAMES: readonly (readonly [name: string, shown: string])[] = [
  ['Weather', 'Weather'],
  ['two\nlines', 'two\nlines'],
  ['two\rlines', 'two\rlines'],
  ['two\r\nlines', 'two\r\nlines'],
  ['half; half', 'half; half'],
  ['half\thalf', 'half\thalf'],
  ['half, half', 'half, half'],
  ['"quoted"', '"quoted"'],
  ['a"b', 'a"b'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  [' =1', "' =1"],
  ['\t=1', "'\t'=1"],
  ['\tx', "'\tx"],
  ["x\n=cmd|' /C calc'!A0", "x\n'=cmd|' /C calc'!A0"],
  ['x\r=1', "x\r'=1"],
  ['x\r\n@1', "x\r\n'@1"],
  ['x\n\n-1', "x\n\n'-1"],
  ['x;=1', "x;'=1"],
  ['x\t+1', "x\t'+1"],
  ['x;"=1"', 'x;\'"=1"'],
  ['a=b+c-d@e', 'a=b+c-d@e'],
];

const record = (line: string): AuditRecord => ({
  id: '0123456789abcdef',
  ref: '0a1b2c',
  userId: 'U0GUEST',
  channelId: 'C0OPS',
  verb: 'show',
  line,
  targets: [],
  at: new Date('2026-02-28T09:00:00Z'),
  ended: null,
});

async function exported(): Promise<Map<string, string>> {
  const path = join(await makeFolder(), 'export.zip');
  const abilities = NAMES.map(([name], index) => ({
    ...Ability.parse({ id: index + 1, name: `n${index}`, description: name }),
    triggerWords: ['first', name],
  }));
  const history = NAMES.map(([name]) => record(name));
  const counts = { onAccount: abilities.length, installed: 0, enabled: 0, orphans: 0 };
  const lists = { agents: [], abilities, installed: [], counts, unread: 0 };
  await writeExport({ lists, history, filter: null, readAt: new Date() }, { people: new Map(), zone: UTC }, path);
  const files = new Map<string, Buffer[]>();
  await readPackageFiles(path, DEFAULT_LIMITS, (name, piece) => {
    const key = name.replace(/^.*\//, '');
    files.set(key, [...(files.get(key) ?? []), Buffer.from(piece)]);
  });
  return new Map(
    [...files].map(([name, pieces]) => [
      name,
      Buffer.concat(pieces)
        .toString()
        .replace(/^\uFEFF/, ''),
    ]),
  );
}

const rowsOf = (text: string, delimiter: string) =>
  papaparse.parse<string[]>(text, { delimiter, skipEmptyLines: true });

describe('another reader of CSV', () => {
  test('finds every hostile name in its own cell, and none that is a formula', async () => {
    const files = await exported();
    const { data, errors } = rowsOf(files.get('abilities.csv') ?? '', ',');
    expect(errors).toEqual([]);
    const [head = [], ...rows] = data;
    expect(rows.map((row) => row.length)).toEqual(NAMES.map(() => head.length));
    const shown = new Map(rows.map((row) => [Number(row[0]), row]));
    for (const [index, [, expected]] of NAMES.entries()) {
      const row = shown.get(index + 1);
      expect(row?.[head.indexOf('description')]).toBe(expected);
      expect(row?.[head.indexOf('triggerWords')]).toBe(`first\n${expected}`);
    }
  });

  test('finds what a guest typed on one row of the history', async () => {
    const { data, errors } = rowsOf((await exported()).get('history.csv') ?? '', ',');
    expect(errors).toEqual([]);
    const [head = [], ...rows] = data;
    expect(rows.map((row) => row[head.indexOf('line')])).toEqual(NAMES.map(([, shown]) => shown));
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
  });

  test.each([';', '\t'])(
    'that separates cells by %j, and ends rows at any line break, finds no formula',
    async (sign) => {
      for (const name of ['abilities.csv', 'history.csv']) {
        const text = (await exported()).get(name) ?? '';
        // Spreadsheets ignore quotes in the middle of a cell.
        const cells = text.split(/\r\n|\r|\n/).flatMap((line) => line.split(sign));
        expect(cells.filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))).toEqual([]);
      }
    },
  );
});
