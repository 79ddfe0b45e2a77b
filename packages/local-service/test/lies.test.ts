import { beforeEach, describe, expect, test } from 'vitest';
import { LIE_NAMES, type Lie } from '../src/faults/lies.ts';
import { abilityRows, agentRows, type Caller, installedRows, rowNamed } from './caller.ts';
import { codeOf, enableOldest, pushCode } from './package-code.ts';
import { useLocalService } from './test-service.ts';
import { upload, uploadedId, zipOf } from './upload-form.ts';

const { newAccount, service } = useLocalService({ agentRowsCarryAbilities: true });

let caller: Caller;
beforeEach(async () => {
  caller = await newAccount();
  service().lies.stop();
});

const abilityId = async (name: string) => rowNamed(await abilityRows(caller), name).id;
const installed = async (name: string) => (await installedRows(caller)).find((row) => row.name === name);
const assigned = async (agent: string) => rowNamed(await agentRows(caller), agent).matching_capabilities;

async function assign(agent: string, ...names: string[]) {
  const { id } = rowNamed(await agentRows(caller), agent);
  const matching_capabilities = await Promise.all(names.map(abilityId));
  const body = { personality_id: id, matching_capabilities };
  expect(await caller.sendJson('PUT', '/api/personalities/edit-personality/', body)).toMatchObject({
    status: 200,
    body: { personality_id: id, detail: 'Agent updated.' },
  });
}

async function edit(name: string, change: object) {
  const { id, trigger_words } = rowNamed(await installedRows(caller), name);
  const body = { enabled: true, trigger_words, ...change };
  const answer = await caller.sendJson('PUT', `/api/capabilities/edit-installed-capability/${id}/`, body);
  expect(answer).toMatchObject({ status: 200, body });
}

/** Also saves a description, which no lie affects. */
async function editAbility(name: string, change: { trigger_words?: string; code?: string }) {
  const form = new FormData();
  form.set('description', 'Changed.');
  if (change.trigger_words !== undefined) form.set('trigger_words', change.trigger_words);
  if (change.code !== undefined) {
    const zip = new Uint8Array(await zipOf({ 'news/main.py': change.code, 'news/__init__.py': '' }));
    form.set('zip_file', new File([zip], 'news.zip', { type: 'application/zip' }));
  }
  const id = await abilityId(name);
  expect(await caller.sendForm('PUT', `/api/capabilities/edit-capability/${id}/`, form)).toMatchObject({
    status: 200,
    body: { capability_id: id, detail: 'Ability updated.' },
  });
}

async function remove(name: string) {
  const id = await abilityId(name);
  const answer = await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [id] });
  expect(answer).toMatchObject({ status: 200, body: { deleted: [id] } });
}

const greeters = async () => (await abilityRows(caller)).filter(({ name }) => name === 'Greeter');

interface Case {
  /** A change that is answered with success in any case. */
  act: () => Promise<unknown>;
  look: () => Promise<unknown>;
  honest: unknown;
  lied: unknown;
}

const listed = (name: string) => async () => (await abilityRows(caller)).some((row) => row.name === name);
const wordsOf = (name: string) => async () => (await installed(name))?.trigger_words;

const CASES: Record<Exclude<Lie, 'late-truth'>, Record<string, Case>> = {
  'assign-nothing': {
    'assigning to an Agent': {
      act: () => assign('Nova', 'Garage Door'),
      look: async () => [await assigned('Nova'), (await installed('Garage Door'))?.enabled],
      honest: [[expect.any(Number)], true],
      // Those that Nova has in the demo.
      lied: [Array(4).fill(expect.any(Number)), undefined],
    },
  },
  'assign-without-installing': {
    'assigning to an Agent': {
      act: () => assign('Nova', 'Garage Door'),
      look: async () => [await assigned('Nova'), (await installed('Garage Door'))?.enabled],
      honest: [[expect.any(Number)], true],
      lied: [[expect.any(Number)], undefined],
    },
  },
  'assign-wipes-others': {
    'assigning three Abilities': {
      act: () => assign('Nova', 'News', 'Timer', 'Garage Door'),
      look: async () => {
        const ids = await assigned('Nova');
        return [Array.isArray(ids) && ids.length, Array.isArray(ids) && ids.includes(await abilityId('Garage Door'))];
      },
      honest: [3, true],
      lied: [1, true],
    },
  },
  'switch-nothing': {
    disabling: {
      act: () => edit('News', { enabled: false }),
      look: async () => (await installed('News'))?.enabled,
      honest: false,
      lied: true,
    },
    'new trigger words': {
      act: () => edit('Weather', { trigger_words: ['hail'] }),
      look: async () => (await installed('Weather'))?.trigger_words?.toString() === 'hail',
      honest: true,
      lied: false,
    },
  },
  'lost-words': {
    'new trigger words': {
      act: () => edit('News', { trigger_words: ['one', 'two', 'three'] }),
      look: wordsOf('News'),
      honest: ['one', 'two', 'three'],
      lied: ['one', 'two'],
    },
    'an upload': {
      act: () => uploadedId(caller, { fields: { trigger_words: 'one, two, three' } }),
      look: async () => rowNamed(await abilityRows(caller), 'Greeter').trigger_words,
      honest: ['one', 'two', 'three'],
      lied: ['one', 'two'],
    },
    'editing an Ability': {
      act: () => editAbility('News', { trigger_words: 'one, two, three' }),
      look: async () => {
        const { description, trigger_words } = rowNamed(await abilityRows(caller), 'News');
        return [description, trigger_words, await wordsOf('News')()];
      },
      honest: ['Changed.', ['one', 'two', 'three'], ['one', 'two', 'three']],
      lied: ['Changed.', ['one', 'two'], ['one', 'two']],
    },
  },
  'silent-words': {
    'a fresh install': {
      act: () => assign('Nova', 'Garage Door'),
      look: async () => (await installed('Garage Door'))?.agent_capability,
      honest: true,
      lied: false,
    },
    'an upload for an Agent': {
      act: async () =>
        uploadedId(caller, { fields: { personality_id: String(rowNamed(await agentRows(caller), 'Nova').id) } }),
      look: async () => (await installed('Greeter'))?.agent_capability,
      honest: true,
      lied: false,
    },
  },
  'old-code': {
    'an update': {
      act: async () =>
        expect(await pushCode(caller, await abilityId('News'), 'new')).toMatchObject({
          status: 200,
          body: { detail: 'Release updated.' },
        }),
      look: async () => (await codeOf(caller, await abilityId('News'))) === 'new',
      honest: true,
      lied: false,
    },
    'a commit': {
      act: async () =>
        expect(await pushCode(caller, await abilityId('News'), 'new', 'Done')).toMatchObject({
          status: 200,
          body: { detail: 'Release committed.' },
        }),
      look: async () => (await codeOf(caller, await abilityId('News'))) === 'new',
      honest: true,
      lied: false,
    },
    'editing an Ability': {
      act: () => editAbility('News', { code: 'new' }),
      look: async () => [
        rowNamed(await abilityRows(caller), 'News').description,
        (await codeOf(caller, await abilityId('News'))) === 'new',
      ],
      honest: ['Changed.', true],
      lied: ['Changed.', false],
    },
  },
  'duplicate-on-upload': {
    'an upload': {
      act: () => uploadedId(caller, { fields: { trigger_words: 'one, two, three' } }),
      look: async () => (await greeters()).map(({ is_installed, trigger_words }) => [is_installed, trigger_words]),
      honest: [[false, ['one', 'two', 'three']]],
      lied: [
        [false, ['one', 'two', 'three']],
        [false, ['one', 'two']],
      ],
    },
  },
  'delete-nothing': {
    deleting: { act: () => remove('Timer'), look: listed('Timer'), honest: false, lied: true },
  },
};

const ROWS = LIE_NAMES.filter((lie) => lie !== 'late-truth').flatMap((lie) =>
  Object.entries(CASES[lie]).map(([what, one]) => ({ lie, what, ...one })),
);

describe.each(ROWS)('$lie: $what', ({ act, honest, lie, lied, look }) => {
  test('is a success that is not true', async () => {
    service().lies.tell(lie);
    await act();
    expect(await look()).toEqual(lied);
  });

  test('is true without it', async () => {
    service().lies.tell(lie);
    service().lies.stop();
    await act();
    expect(await look()).toEqual(honest);
  });
});

test('old-code: enabling a release is a success that is not true', async () => {
  const id = await abilityId('News');
  await pushCode(caller, id, 'one', 'First');
  await pushCode(caller, id, 'two');
  service().lies.tell('old-code');
  expect(await enableOldest(caller, id)).toMatchObject({ status: 200, body: { detail: 'Release enabled.' } });
  expect(await codeOf(caller, id)).toBe('two');
  service().lies.stop();
  await enableOldest(caller, id);
  expect(await codeOf(caller, id)).toBe('one');
});

test('several lies are told at a time, and each can be stopped', async () => {
  service().lies.tell('lost-words', 'delete-nothing');
  await edit('News', { trigger_words: ['one', 'two', 'three'] });
  await remove('Timer');
  expect(await wordsOf('News')()).toEqual(['one', 'two']);
  service().lies.stop('delete-nothing');
  await remove('Timer');
  expect([await listed('Timer')(), service().lies.isTold('lost-words')]).toEqual([false, true]);
});

test('trigger words that do nothing work once agent_capability is saved', async () => {
  service().lies.tell('silent-words');
  await assign('Nova', 'Garage Door');
  await edit('Garage Door', { agent_capability: true });
  expect((await installed('Garage Door'))?.agent_capability).toBe(true);
});

test('a duplicate keeps its package when the other is deleted, and can be renamed and deleted', async () => {
  service().lies.tell('duplicate-on-upload');
  const id = await uploadedId(caller);
  service().lies.stop();
  const twin = (await greeters()).find((row) => row.id !== id)?.id ?? 0;
  const code = await codeOf(caller, id);
  await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [id] });
  expect(await codeOf(caller, twin)).toBe(code);
  const form = new FormData();
  form.set('name', 'Welcome');
  await caller.sendForm('PUT', `/api/capabilities/edit-capability/${twin}/`, form);
  expect((await upload(caller)).status).toBe(201);
  await remove('Welcome');
  expect(await greeters()).toHaveLength(1);
});
