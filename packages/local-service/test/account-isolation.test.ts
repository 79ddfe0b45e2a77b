import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { abilityRows, agentRows, type Caller, installedRows, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';
import { upload, zipOf } from './upload-form.ts';

const { newAccount } = useLocalService({ agentRowsCarryAbilities: true });

/** Everything that an account can see of itself. */
async function everything(caller: Caller) {
  const abilities = await abilityRows(caller);
  return { abilities, installed: await installedRows(caller), agents: await agentRows(caller, '?with_image=true') };
}

describe('one account never sees or changes the rows of another', () => {
  test('lists share no ID', async () => {
    const mine = await everything(await newAccount());
    const theirs = await everything(await newAccount());
    for (const list of ['abilities', 'installed', 'agents'] as const) {
      expect(mine[list].length).toBeGreaterThan(0);
      const ids = new Set(mine[list].map(({ id }) => id));
      expect(theirs[list].filter(({ id }) => ids.has(id))).toEqual([]);
    }
  });

  test('every endpoint that names an ID answers as if the other account had none, and changes nothing there', async () => {
    const owner = await newAccount();
    const before = await everything(owner);
    const ability = rowNamed(before.abilities, 'Weather').id;
    const installed = rowNamed(before.installed, 'Weather').id;
    const agent = rowNamed(before.agents, 'Echo').id;
    const joined = await owner.get(`/api/capabilities/get/installed-capability/by-capability/${ability}/`);
    const release = z.object({ release_id: z.number() }).parse(joined.body).release_id;

    const stranger = await newAccount();
    const own = await everything(stranger);
    const flatZip = new FormData();
    flatZip.set(
      'zip_file',
      new File([new Uint8Array(await zipOf({ 'main.py': '' }))], 'a.zip', { type: 'application/zip' }),
    );
    const capabilities = '/api/capabilities';
    const edit = { enabled: false, trigger_words: ['x'] };
    const personality = '/api/personalities/edit-personality/';
    const attempts = [
      await stranger.get(`${capabilities}/get-capability/${ability}/`),
      await stranger.get(`${capabilities}/get/template-file/${ability}/`),
      await stranger.get(`${capabilities}/get/installed-capability/by-capability/${ability}/`),
      await stranger.get(`${capabilities}/list/capability-releases/${ability}/`),
      await stranger.sendJson('POST', `${capabilities}/enable/release/${release}/`, {}),
      await stranger.sendForm('POST', `${capabilities}/validate/release-code/${release}/`, flatZip),
      await stranger.sendJson('PUT', `${capabilities}/edit-installed-capability/${installed}/`, edit),
      await stranger.sendJson('POST', `${capabilities}/delete-capability/`, { capability_ids: [ability] }),
      await stranger.sendJson('DELETE', `${capabilities}/delete-capability/${ability}`, undefined),
      await stranger.sendJson('DELETE', `${capabilities}/uninstall-capability/${installed}/`, undefined),
      await stranger.sendJson('PUT', personality, { personality_id: agent, matching_capabilities: [] }),
      await upload(stranger, { fields: { personality_id: String(agent) } }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404));
    const echo = rowNamed(own.agents, 'Echo').id;
    const assigned = await stranger.sendJson('PUT', personality, {
      personality_id: echo,
      matching_capabilities: [ability],
    });
    expect(assigned.status).toBe(400);
    expect(await everything(owner)).toEqual(before);
    expect(await everything(stranger)).toEqual(own);
  });

  test('a delete that mixes own and foreign IDs deletes the own only', async () => {
    const owner = await newAccount();
    const stranger = await newAccount();
    const foreign = rowNamed(await abilityRows(owner), 'News').id;
    const own = rowNamed(await abilityRows(stranger), 'News').id;
    const answer = await stranger.sendJson('POST', '/api/capabilities/delete-capability/', {
      capability_ids: [foreign, own],
    });
    expect(answer.body).toMatchObject({ deleted: [own] });
    expect(await abilityRows(owner)).toHaveLength(12);
  });

  test('both may use the same name', async () => {
    expect((await upload(await newAccount('empty'))).status).toBe(201);
    expect((await upload(await newAccount('empty'))).status).toBe(201);
  });
});
