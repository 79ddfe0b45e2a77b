import { expect, test } from 'vitest';
import { uploadProgress } from '../../src/slack/features/upload/progress-message.ts';
import { useAccounts } from '../core/operations/account.ts';
import { ADD, type Bench, LOST, openBench } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });
const open = async () => openBench(await openAccount(), 'libsql');

/** The texts of the message, edit by edit. */
const said = ({ shown }: Bench) =>
  shown.map(({ now, record }) => uploadProgress(record, now, new Date(record.trouble?.since ?? 0)).text);
const stepsOf = (bench: Bench) => said(bench).flatMap((text) => /step (\d+) of/.exec(text)?.[1] ?? []);

test('the first try that fails is reported, also when the next one of the same call succeeds', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.account.faults.add({ match: { path: /get-all-capabilities/ }, times: 1, fault: LOST });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
  expect(said(bench)).toContainEqual(
    expect.stringMatching(
      /^Still uploading Tides: the voice service returned an internal error\. Trying again in a moment\.$/,
    ),
  );
});

test('an upload whose answer is lost is reported before the lists are watched for it', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.account.faults.add({ match: ADD, times: 1, fault: LOST });
  await bench.turn();
  expect(said(bench)).toContainEqual(expect.stringContaining('Still uploading Tides'));
  expect((await bench.find(id)).trouble).toMatchObject({ nextTryAt: expect.any(Number) });
});

test('what the service refuses is not told as trouble', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.account.faults.add({ match: ADD, times: 1, fault: { kind: 'status', status: 400, body: { detail: 'No.' } } });
  await bench.finish(id);
  expect(said(bench).filter((text) => text.startsWith('Still'))).toEqual([]);
});

test('the step that is shown never goes back when it is sent again', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.account.faults.add({ match: ADD, times: 1, fault: LOST });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
  expect(bench.calls.uploads).toBe(2);
  const steps = stepsOf(bench).map(Number);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(new Set(steps)).toEqual(new Set([1, 2, 3, 4]));
});

test('nor does it when a killed process goes on with another', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.dieAt('inspecting');
  await bench.finish(id);
  const steps = stepsOf(bench).map(Number);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});

test('nor does it from the check before a decision to the replacement that was chosen', async () => {
  const bench = await open();
  const { id } = await bench.replacing('Weather');
  await bench.finish(id);
  const steps = stepsOf(bench).map(Number);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toBe(7);
});
