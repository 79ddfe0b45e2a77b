import { describe, expect, test } from 'vitest';
import { abilityRows, agentRows, type Caller, installedRows, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';

const { newAccount } = useLocalService({ agentRowsCarryAbilities: true });
const jsonOnly = useLocalService({ assignment: 'json-only' });
const multipartOnly = useLocalService({ assignment: 'multipart-only' });

const PATH = '/api/personalities/edit-personality/';

async function look(caller: Caller) {
  const abilities = await abilityRows(caller);
  return {
    agent: rowNamed(await agentRows(caller), 'Echo').id,
    idOf: (name: string) => rowNamed(abilities, name).id,
    current: async () => rowNamed(await agentRows(caller), 'Echo').matching_capabilities,
  };
}

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

describe('2. Edit Agent', () => {
  test('matching_capabilities is the complete list: it replaces the current list', async () => {
    const caller = await newAccount();
    const { agent, idOf, current } = await look(caller);
    const wanted = [idOf('Weather'), idOf('Home Lights')];
    const answer = await caller.sendJson('PUT', PATH, { personality_id: agent, matching_capabilities: wanted });
    expect(answer).toMatchObject({ status: 200, body: { personality_id: agent, detail: 'Agent updated.' } });
    expect(await current()).toEqual(wanted);
  });

  test('sending an empty array unassigns all Abilities', async () => {
    const caller = await newAccount();
    const { agent, current } = await look(caller);
    await caller.sendJson('PUT', PATH, { personality_id: agent, matching_capabilities: [] });
    expect(await current()).toEqual([]);
  });

  test('an absent list changes nothing', async () => {
    const caller = await newAccount();
    const { agent, current } = await look(caller);
    const before = await current();
    expect((await caller.sendJson('PUT', PATH, { personality_id: agent })).status).toBe(200);
    expect(await current()).toEqual(before);
  });

  test('a form without a list is refused: it may be meant to remove all, which only JSON can say', async () => {
    const caller = await newAccount();
    const { agent, current } = await look(caller);
    const before = await current();
    expect(await caller.sendForm('PUT', PATH, formOf([['personality_id', String(agent)]]))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Send JSON with an empty matching_capabilities to remove all') },
    });
    expect(await current()).toEqual(before);
  });

  test('multipart: personality_id as text and one matching_capabilities part per ID', async () => {
    const caller = await newAccount();
    const { agent, idOf, current } = await look(caller);
    const wanted = [idOf('News'), idOf('Night Watch')];
    const parts = wanted.map((id): [string, string] => ['matching_capabilities', String(id)]);
    const answer = await caller.sendForm('PUT', PATH, formOf([['personality_id', String(agent)], ...parts]));
    expect(answer.status).toBe(200);
    expect(await current()).toEqual(wanted);
  });

  test('multipart: comma-separated IDs in one part are refused', async () => {
    const caller = await newAccount();
    const { agent, idOf, current } = await look(caller);
    const before = await current();
    const csv = `${idOf('News')},${idOf('Radio')}`;
    const form = formOf([
      ['personality_id', String(agent)],
      ['matching_capabilities', csv],
    ]);
    expect((await caller.sendForm('PUT', PATH, form)).status).toBe(400);
    expect(await current()).toEqual(before);
  });

  test('an ID named twice is assigned once', async () => {
    const caller = await newAccount();
    const { agent, idOf, current } = await look(caller);
    const twice = [idOf('News'), idOf('News')];
    expect((await caller.sendJson('PUT', PATH, { personality_id: agent, matching_capabilities: twice })).status).toBe(
      200,
    );
    expect(await current()).toEqual([idOf('News')]);
  });

  test('assigning an Ability that is not installed installs it; unassigning does not uninstall', async () => {
    const caller = await newAccount();
    const { agent, idOf } = await look(caller);
    await caller.sendJson('PUT', PATH, { personality_id: agent, matching_capabilities: [idOf('Garage Door')] });
    expect(rowNamed(await installedRows(caller), 'Garage Door').enabled).toBe(true);
    await caller.sendJson('PUT', PATH, { personality_id: agent, matching_capabilities: [] });
    expect(rowNamed(await installedRows(caller), 'Garage Door').enabled).toBe(true);
  });

  test('an unknown Agent is 404', async () => {
    const answer = await (await newAccount()).sendJson('PUT', PATH, { personality_id: 1, matching_capabilities: [] });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Agent not found.' } });
  });

  test('an unknown Ability ID is 400, and nothing changes', async () => {
    const caller = await newAccount();
    const { agent, idOf, current } = await look(caller);
    const before = await current();
    const wanted = [idOf('Radio'), 1];
    const answer = await caller.sendJson('PUT', PATH, { personality_id: agent, matching_capabilities: wanted });
    expect(answer).toMatchObject({ status: 400, body: { detail: 'No Ability with ID 1 on this account.' } });
    expect(await current()).toEqual(before);
  });

  test('an installed ID in place of an Ability ID is 400', async () => {
    const caller = await newAccount();
    const { agent } = await look(caller);
    const installed = rowNamed(await installedRows(caller), 'Weather').id;
    const answer = await caller.sendJson('PUT', PATH, { personality_id: agent, matching_capabilities: [installed] });
    expect(answer.status).toBe(400);
  });

  test('name and description are saved, in JSON and as multipart, and the list of Abilities stays', async () => {
    const caller = await newAccount();
    const { agent, current } = await look(caller);
    const before = await current();
    const edit = { personality_id: agent, description: 'Lives in the kitchen.' };
    expect(await caller.sendJson('PUT', PATH, edit)).toMatchObject({ status: 200, body: { detail: 'Agent updated.' } });
    expect(rowNamed(await agentRows(caller), 'Echo').description).toBe('Lives in the kitchen.');
    expect(await current()).toEqual(before);
    const form = formOf([
      ['personality_id', String(agent)],
      ['name', 'Kitchen Echo'],
      ['description', 'Lives elsewhere.'],
    ]);
    expect((await caller.sendForm('PUT', PATH, form)).status).toBe(200);
    expect(rowNamed(await agentRows(caller), 'Kitchen Echo')).toMatchObject({
      id: agent,
      description: 'Lives elsewhere.',
      matching_capabilities: before,
    });
  });

  test.each([
    [{ name: 'Nova' }, 'Agent with same name already exists'],
    [{ name: '  ' }, 'name: must not be empty.'],
    [{ name: 7 }, 'name: must be text.'],
    [{ voice: 'low', prompt: 'x' }, 'Nothing changed: voice, prompt cannot be saved here.'],
  ])('%j is 400, and nothing changes', async (fields, detail) => {
    const caller = await newAccount();
    const before = await agentRows(caller);
    const { id } = rowNamed(before, 'Echo');
    const answer = await caller.sendJson('PUT', PATH, { personality_id: id, ...fields });
    expect(answer).toMatchObject({ status: 400, body: { detail } });
    expect(await agentRows(caller)).toEqual(before);
  });

  test('a field that cannot be saved is named beside those that were', async () => {
    const caller = await newAccount();
    const { agent } = await look(caller);
    const answer = await caller.sendJson('PUT', PATH, { personality_id: agent, description: 'New.', voice: 'low' });
    expect(answer).toMatchObject({ status: 200, body: { detail: 'Agent updated. Not saved: voice.' } });
  });

  test('without personality_id it is 400', async () => {
    expect((await (await newAccount()).sendJson('PUT', PATH, { matching_capabilities: [] })).status).toBe(400);
  });

  test('json-only refuses multipart, and takes JSON', async () => {
    const caller = await jsonOnly.newAccount();
    const { id } = rowNamed(await agentRows(caller), 'Echo');
    expect((await caller.sendForm('PUT', PATH, formOf([['personality_id', String(id)]]))).status).toBe(415);
    expect((await caller.sendJson('PUT', PATH, { personality_id: id })).status).toBe(200);
  });

  test('multipart-only refuses JSON, and takes multipart', async () => {
    const caller = await multipartOnly.newAccount();
    const { id } = rowNamed(await agentRows(caller), 'Echo');
    const news = rowNamed(await abilityRows(caller), 'News').id;
    expect((await caller.sendJson('PUT', PATH, { personality_id: id })).status).toBe(415);
    const form = formOf([
      ['personality_id', String(id)],
      ['matching_capabilities', String(news)],
    ]);
    expect((await caller.sendForm('PUT', PATH, form)).status).toBe(200);
  });
});
