import { expect, test } from 'vitest';
import { createLogger, openLogDestination } from '../src/base/logger.ts';

const SECRET = 'secret-made-up-for-tests';

/** The output for one line. */
async function printed(isTTY: boolean): Promise<string> {
  const lines: string[] = [];
  const output = { isTTY, write: (line: string) => void lines.push(line) };
  const nowhere = { write: () => undefined };
  const log = createLogger('info', [SECRET], await openLogDestination(output, nowhere));
  log.info({ verb: 'disable', key: SECRET }, 'operation');
  return lines.join('');
}

test('JSON where something collects it, a line each', async () => {
  const line = await printed(false);
  expect(line.endsWith('}\n')).toBe(true);
  expect(JSON.parse(line)).toMatchObject({ msg: 'operation', verb: 'disable', key: '[secret]' });
});

test('a line for people in a terminal, with the same secrets left out', async () => {
  const line = await printed(true);
  expect(line).toMatch(/INFO.*operation.*disable/);
  expect(line).toContain('[secret]');
  expect(line).not.toContain(SECRET);
});
