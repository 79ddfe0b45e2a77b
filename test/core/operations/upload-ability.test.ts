import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PackageProblemError } from '../../../src/ability-package/package-problem-error.ts';
import { type UploadJob, type UploadStep, uploadAbility } from '../../../src/core/operations/upload-ability.ts';
import { makeZip, packageFiles } from '../../ability-package/make-zip.ts';
import { makeFolder } from '../../make-folder.ts';
import { useAccounts } from './account.ts';

const openAccount = useAccounts();

const ADD = /add-capability/;
const LIST = /get-all-capabilities/;
const form = {
  name: 'Tides',
  category: 'local',
  description: 'Tells the tides.',
  triggerWords: ['tide', 'low'],
} as const;

/** An upload of `zip`, and the steps that it went through. */
async function makeJob(changes: Partial<UploadJob> & { zip?: Buffer } = {}) {
  const path = join(await makeFolder(), 'spooled');
  await writeFile(path, changes.zip ?? (await makeZip(packageFiles)));
  const steps: UploadStep[] = [];
  const job: UploadJob = {
    form: { ...form, triggerWords: [...form.triggerWords] },
    limits: { maxUnpackedBytes: 1_000_000, maxEntries: 10 },
    fetchFiles: async (onPercent) => {
      onPercent(40);
      return { zip: { path, fileName: 'tides.zip' } };
    },
    onStep: (step) => void steps.push(step),
    ...changes,
  };
  return { job, steps };
}

test('a package becomes an Ability, step by step', async () => {
  const { context, ability } = await openAccount();
  const { job, steps } = await makeJob();
  const outcome = await uploadAbility(job, context);
  const tides = await ability('Tides');
  expect(outcome).toEqual({
    kind: 'uploaded',
    name: 'Tides',
    id: tides.id,
    state: 'not-installed',
    contents: {
      bytes: expect.any(Number),
      files: 2,
      unpackedBytes: Buffer.byteLength(Object.values(packageFiles).join('')),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(tides).toMatchObject(form);
  expect(steps).toEqual([
    { step: 'reading', percent: null },
    { step: 'reading', percent: 40 },
    { step: 'checking' },
    { step: 'sending' },
    { step: 'confirming' },
  ]);
});

describe('a name that is taken', () => {
  test('is told before anything is fetched or sent', async () => {
    const { context, ability, changes } = await openAccount();
    const fetchFiles = () => Promise.reject(new Error('nothing should be fetched'));
    const { job, steps } = await makeJob({ form: { ...form, name: 'Weather', triggerWords: ['a'] }, fetchFiles });
    const { id } = await ability('Weather');
    expect(await uploadAbility(job, context)).toEqual({ kind: 'name-taken', name: 'Weather', id });
    expect(steps).toEqual([]);
    expect(changes()).toEqual([]);
  });

  test('in the last moment is told by the service', async () => {
    const { context, faults } = await openAccount();
    faults.add({ match: { path: LIST }, times: 1, fault: { kind: 'wrong-shape', body: [] } });
    const { job } = await makeJob({ form: { ...form, name: 'Weather', triggerWords: ['a'] } });
    expect(await uploadAbility(job, context)).toMatchObject({
      kind: 'trouble',
      error: { kind: 'name-taken', detail: 'Ability with same name already exists' },
      effect: 'none',
    });
  });
});

describe('a package that is refused', () => {
  test.each([
    [
      'is no zip',
      Buffer.from('hello'),
      'The file is not a zip that can be read. Pack your folder anew and drop the new zip.',
    ],
    ['is empty', Buffer.alloc(0), 'The file is empty. Pack your folder anew and drop the new zip.'],
  ])('because it %s is not sent', async (_why, zip, sentence) => {
    const { context, changes } = await openAccount();
    const { job } = await makeJob({ zip });
    expect(await uploadAbility(job, context)).toEqual({ kind: 'package-refused', name: 'Tides', sentence });
    expect(changes()).toEqual([]);
  });

  test('because it could not be fetched is not sent', async () => {
    const { context, changes } = await openAccount();
    const fetchFiles = () => Promise.reject(new PackageProblemError('Slack did not give the file.'));
    const { job } = await makeJob({ fetchFiles });
    expect(await uploadAbility(job, context)).toEqual({
      kind: 'package-refused',
      name: 'Tides',
      sentence: 'Slack did not give the file.',
    });
    expect(changes()).toEqual([]);
  });

  test('by the service keeps the words of the service', async () => {
    const { context } = await openAccount();
    const { job } = await makeJob({ zip: await makeZip({ 'main.py': '' }) });
    expect(await uploadAbility(job, context)).toMatchObject({
      kind: 'trouble',
      error: { kind: 'invalid-request', detail: 'Expected a single top-level directory in ability zipfile' },
      effect: 'none',
    });
  });
});

describe('an answer that is lost', () => {
  test.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a cut connection', { kind: 'reset' }],
    ['half an answer', { kind: 'truncated' }],
  ] as const)('%s after the upload is told as uploaded, and nothing is sent twice', async (_what, fault) => {
    const { context, faults, changes } = await openAccount();
    faults.add({ match: { path: ADD }, afterEffect: true, fault });
    const { job } = await makeJob();
    expect(await uploadAbility(job, context)).toMatchObject({ kind: 'uploaded', name: 'Tides' });
    expect(changes()).toHaveLength(1);
  });

  test('that the list does not clear up is unknown', async () => {
    const { context, faults } = await openAccount();
    faults.add({ match: { path: ADD }, fault: { kind: 'status', status: 500 } });
    const { job } = await makeJob();
    expect(await uploadAbility(job, context)).toMatchObject({
      kind: 'trouble',
      error: { kind: 'unclear', listWasRead: true },
      effect: 'unknown',
    });
  });
});

test('an upload whose state cannot be read afterwards is still an upload', async () => {
  const { context, faults } = await openAccount();
  faults.add({ match: { path: /get-installed-capabilities/ }, fault: { kind: 'status', status: 500 } });
  const { job } = await makeJob();
  expect(await uploadAbility(job, context)).toMatchObject({ kind: 'uploaded', name: 'Tides', state: null });
});

test('a service that cannot be asked first is sent nothing', async () => {
  const { context, faults, changes } = await openAccount();
  faults.add({ match: { path: LIST }, fault: { kind: 'status', status: 500 } });
  const { job } = await makeJob();
  expect(await uploadAbility(job, context)).toMatchObject({ kind: 'trouble', effect: 'none' });
  expect(changes()).toEqual([]);
});

test('a fault of the program is thrown', async () => {
  const { context } = await openAccount();
  const { job } = await makeJob({ fetchFiles: () => Promise.reject(new RangeError('made up')) });
  await expect(uploadAbility(job, context)).rejects.toThrow('made up');
});
