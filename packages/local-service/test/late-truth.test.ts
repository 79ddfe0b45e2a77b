import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalService, startLocalService } from '../src/start-local-service.ts';
import { abilityRows, agentRows, type Caller, installedRows, makeCaller, type Row, rowNamed } from './caller.ts';
import { codeOf, enableOldest, pushCode } from './package-code.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { upload, uploadedId } from './upload-form.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let service: LocalService;
let caller: Caller;

async function start() {
  service = await startLocalService({ dataDir: directory.path, seed: 'demo', agentRowsCarryAbilities: true });
  service.lies.lateMs = Number.POSITIVE_INFINITY;
  caller = makeCaller(service.baseUrl, service.apiKey);
}

beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  await start();
});
afterEach(async () => {
  await service.close();
  await directory.remove();
});

const ability = async (name: string): Promise<Row> => rowNamed(await abilityRows(caller), name);
const installed = async (name: string) => (await installedRows(caller)).find((row) => row.name === name);
const names = async () => (await abilityRows(caller)).map(({ name }) => name);

async function lists() {
  return [await abilityRows(caller), await installedRows(caller), await agentRows(caller)];
}

const words = ['one', 'two'];

/** Each way to change an account, with what it has changed. */
const CHANGES: Record<
  string,
  { act: () => Promise<{ status: number }>; look: () => Promise<unknown>; after: unknown }
> = {
  switching: {
    act: async () => {
      const { id } = rowNamed(await installedRows(caller), 'News');
      const body = { enabled: false, trigger_words: words };
      return caller.sendJson('PUT', `/api/capabilities/edit-installed-capability/${id}/`, body);
    },
    look: async () => [(await installed('News'))?.enabled, (await installed('News'))?.trigger_words],
    after: [false, words],
  },
  assigning: {
    act: async () => {
      const { id } = rowNamed(await agentRows(caller), 'Nova');
      const body = { personality_id: id, matching_capabilities: [(await ability('Garage Door')).id] };
      return caller.sendJson('PUT', '/api/personalities/edit-personality/', body);
    },
    look: async () => (await installed('Garage Door'))?.enabled,
    after: true,
  },
  uploading: {
    act: () => upload(caller),
    look: async () => (await names()).includes('Greeter'),
    after: true,
  },
  editing: {
    act: async () => {
      const form = new FormData();
      form.set('description', 'Changed.');
      return caller.sendForm('PUT', `/api/capabilities/edit-capability/${(await ability('News')).id}/`, form);
    },
    look: async () => (await ability('News')).description,
    after: 'Changed.',
  },
  updating: {
    act: async () => pushCode(caller, (await ability('News')).id, 'new'),
    look: async () => codeOf(caller, (await ability('News')).id),
    after: 'new',
  },
  uninstalling: {
    act: async () => {
      const { id } = rowNamed(await installedRows(caller), 'Timer');
      return caller.sendJson('DELETE', `/api/capabilities/uninstall-capability/${id}/`, undefined);
    },
    look: async () => (await installed('Timer')) === undefined,
    after: true,
  },
  deleting: {
    act: async () =>
      caller.sendJson('POST', '/api/capabilities/delete-capability/', {
        capability_ids: [(await ability('Timer')).id],
      }),
    look: async () => (await names()).includes('Timer'),
    after: false,
  },
};

test.each(Object.entries(CHANGES))('%s is answered immediately and happens on release', async (_change, one) => {
  service.lies.tell('late-truth');
  const before = await lists();
  const seen = await one.look();
  expect([200, 201]).toContain((await one.act()).status);
  expect(await lists()).toEqual(before);
  expect(await one.look()).toEqual(seen);
  await service.lies.release();
  expect(await one.look()).toEqual(one.after);
});

test('enabling a release is late as well', async () => {
  const { id } = await ability('News');
  await pushCode(caller, id, 'one', 'First');
  await pushCode(caller, id, 'two');
  service.lies.tell('late-truth');
  expect((await enableOldest(caller, id)).status).toBe(200);
  expect(await codeOf(caller, id)).toBe('two');
  await service.lies.release();
  expect(await codeOf(caller, id)).toBe('one');
});

describe('an upload', () => {
  test('gets the ID that it was answered with, and its package', async () => {
    service.lies.tell('late-truth');
    const id = await uploadedId(caller);
    expect((await caller.get(`/api/capabilities/get-capability/${id}/`)).status).toBe(404);
    service.lies.stop();
    const other = await uploadedId(caller, { fields: { name: 'Other' } });
    await service.lies.release();
    expect((await ability('Greeter')).id).toBe(id);
    expect((await ability('Other')).id).toBe(other);
    expect(await codeOf(caller, id)).toBe('print("hello")\n');
  });

  test('is refused now if its name is taken now', async () => {
    service.lies.tell('late-truth');
    const answer = await upload(caller, { fields: { name: 'News' } });
    expect(answer).toMatchObject({ status: 400, body: { detail: 'Ability with same name already exists' } });
  });

  test('that never comes to be leaves no package behind', async () => {
    service.lies.tell('late-truth');
    const id = await uploadedId(caller);
    service.lies.stop();
    await uploadedId(caller);
    await service.lies.release();
    expect((await caller.get(`/api/capabilities/get-capability/${id}/`)).status).toBe(404);
    expect((await names()).filter((name) => name === 'Greeter')).toHaveLength(1);
  });
});

test('late changes happen in the order of their requests', async () => {
  const { id } = rowNamed(await installedRows(caller), 'News');
  service.lies.tell('late-truth');
  for (const trigger_words of [['first'], ['second'], ['third']]) {
    await caller.sendJson('PUT', `/api/capabilities/edit-installed-capability/${id}/`, {
      enabled: true,
      trigger_words,
    });
  }
  await service.lies.release();
  expect((await installed('News'))?.trigger_words).toEqual(['third']);
});

test('a late assignment stays the lie that it was when it was requested', async () => {
  service.lies.tell('late-truth', 'assign-without-installing');
  await CHANGES.assigning?.act();
  service.lies.stop();
  await service.lies.release();
  const { id } = await ability('Garage Door');
  expect(rowNamed(await agentRows(caller), 'Nova').matching_capabilities).toEqual([id]);
  expect(await installed('Garage Door')).toBeUndefined();
});

test('they happen after the given time without a release', async () => {
  service.lies.lateMs = 1;
  service.lies.tell('late-truth');
  await CHANGES.switching?.act();
  let isEnabled: unknown = true;
  while (isEnabled) isEnabled = (await installed('News'))?.enabled;
  expect(isEnabled).toBe(false);
});

test('what is refused is refused now', async () => {
  service.lies.tell('late-truth');
  const edit = { enabled: true, trigger_words: words };
  const answers = [
    await caller.sendJson('PUT', '/api/capabilities/edit-installed-capability/1/', edit),
    await caller.sendJson('PUT', '/api/personalities/edit-personality/', { personality_id: 1, name: 'X' }),
    await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [1] }),
    await caller.sendJson('DELETE', '/api/capabilities/uninstall-capability/1/', undefined),
    await caller.sendJson('POST', '/api/capabilities/enable/release/1/', {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test('a stop forgets what is still late', async () => {
  service.lies.tell('late-truth');
  const before = await lists();
  await upload(caller);
  await CHANGES.deleting?.act();
  await service.close();
  await start();
  expect(await lists()).toEqual(before);
});
