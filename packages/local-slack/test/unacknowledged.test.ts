import { expect, it, onTestFinished } from 'vitest';
import { hold } from './hold.ts';
import { openApp } from './tiny-app.ts';

it('more payloads than an emitter expects listeners can wait on one socket, without a warning', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const held = hold();
  let started = 0;
  const many = 12;
  const { ana } = await openApp('Socket Mode', (app) => {
    app.command('/abilities', async ({ ack }) => {
      started += 1;
      if (started === many) held.letGo();
      await held.until;
      await ack();
    });
  });
  await Promise.all(Array.from({ length: many }, () => ana.command('list')));
  expect(started).toBe(many);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});
