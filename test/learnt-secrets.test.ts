import { expect, test } from 'vitest';
import { createLogger } from '../src/base/logger.ts';
import { learnSecret, withSecret } from '../src/base/secrets.ts';

function startLog() {
  const lines: string[] = [];
  const log = createLogger('debug', [], { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

test('what is learnt later is masked by every logger that is there, in every spelling', () => {
  const { lines, log } = startLog();
  const secret = 'learnt "made-up" \\ key';
  log.info(secret);
  expect(lines.join('')).toContain('made-up');
  learnSecret(secret);
  lines.length = 0;
  log.info({ a: { b: secret } }, `before ${secret} after`);
  log.error({ err: new Error(secret) }, JSON.stringify({ a: JSON.stringify({ b: secret }) }));
  expect(lines.join('')).not.toContain('made-up');
  expect(lines.map((line) => JSON.parse(line))).toHaveLength(2);
});

test('the longer of two with the same beginning leaves nothing over', () => {
  const { lines, log } = startLog();
  learnSecret('made-up-beginning');
  learnSecret('made-up-beginning-and-end');
  log.info('made-up-beginning-and-end');
  expect(lines.join('')).not.toContain('end');
});

test('what is only tried is masked in the lines of its request alone, and in every spelling', async () => {
  const { lines, log } = startLog();
  const tried = 'tried "made-up" key';
  const checked = withSecret(tried, () =>
    withSecret('another-tried-key', async () => {
      await Promise.resolve();
      log.info({ a: JSON.stringify({ b: tried }) }, 'another-tried-key');
    }),
  );
  log.info('another-tried-key in another request');
  await checked;
  expect(lines[0]).toContain('another-tried-key in another request');
  expect(lines[1]).not.toMatch(/made-up|another/);
});

test('what is tried and begins like a known one leaves nothing over of either', async () => {
  const { lines, log } = startLog();
  learnSecret('made-up-known-key');
  await withSecret('made-up-known', async () => log.info('made-up-known-key'));
  await withSecret('made-up-known-key-and-end', async () => log.info('made-up-known-key-and-end'));
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['[secret]', '[secret]']);
});

test('it ends also when what was tried fails', async () => {
  const { lines, log } = startLog();
  await expect(withSecret('made-up-word', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  log.info('made-up-word');
  expect(lines.join('')).toContain('made-up-word');
});

test('what is too short to be told from other words is left alone', () => {
  const { lines, log } = startLog();
  learnSecret('short');
  log.info('a short line');
  expect(lines.join('')).toContain('short');
});
