import { Readable } from 'node:stream';
import type { AgentId } from '@abilities-bot/service-api';
import type { Kysely } from 'kysely';
import { streamZip } from '../packages/stream-zip.ts';
import type { ServiceParts } from '../service-parts.ts';
import { insertAbility, listAbilities } from '../storage/abilities.ts';
import { assignAbility, insertAgent, listAgents } from '../storage/agents.ts';
import type { FileStore } from '../storage/file-store.ts';
import type { AccountId } from '../storage/ids.ts';
import { installAbility, listInstalled } from '../storage/installed-abilities.ts';
import { openRelease } from '../storage/releases.ts';
import type { Schema } from '../storage/schema.ts';
import { AGENT_PORTRAIT } from './agent-portrait.ts';
import { DEMO_ABILITIES, DEMO_AGENTS, DEMO_ORPHAN, type DemoAbility } from './demo-abilities.ts';
import { demoPackage } from './demo-package.ts';
import { makeLargeAccount } from './large-account.ts';

/** Demo data of a household, or more than any real account has. */
export const SEEDS = ['demo', 'large'] as const;
export type Seed = (typeof SEEDS)[number];

const CONTENTS: Record<Seed, () => { agents: readonly string[]; abilities: readonly DemoAbility[] }> = {
  demo: () => ({ agents: DEMO_AGENTS, abilities: DEMO_ABILITIES }),
  large: makeLargeAccount,
};

/** One after another, most of the time would be spent waiting for the disk. */
const PACKAGES_AT_ONCE = 50;

/** Fills an empty account, atomically. Leaves any other account unchanged. */
export async function fillAccount(
  { db, packages, images }: ServiceParts,
  account: AccountId,
  seed: Seed,
): Promise<void> {
  const contents = CONTENTS[seed]();
  await db.transaction().execute(async (transaction) => {
    if (!(await isEmpty(transaction, account))) return;
    const portrait = await images.keep(await images.spool(Readable.from([AGENT_PORTRAIT]), 'image/png'), '.png');
    const agents = new Map<string, AgentId>();
    for (const name of contents.agents) {
      agents.set(name, await insertAgent(transaction, { account, name, imageFile: portrait }));
    }
    for (let next = 0; next < contents.abilities.length; next += PACKAGES_AT_ONCE) {
      const abilities = contents.abilities.slice(next, next + PACKAGES_AT_ONCE);
      const packed = await Promise.all(
        abilities.map(async (ability) => [ability, await pack(ability, packages)] as const),
      );
      for (const [ability, packageFile] of packed) {
        await seedAbility(transaction, account, ability, packageFile, agents);
      }
    }
    await installAbility(transaction, account, { ...DEMO_ORPHAN, abilityId: null });
  });
}

async function isEmpty(db: Kysely<Schema>, account: AccountId): Promise<boolean> {
  const lists = [await listAgents(db, account), await listAbilities(db, account), await listInstalled(db, account)];
  return lists.every(({ length }) => length === 0);
}

/** @returns the name of the file. */
async function pack(ability: DemoAbility, packages: FileStore): Promise<string> {
  const zip = streamZip(demoPackage(ability), { store: true });
  return packages.keep(await packages.spool(zip, 'application/zip'), '.zip');
}

async function seedAbility(
  db: Kysely<Schema>,
  account: AccountId,
  ability: DemoAbility,
  packageFile: string,
  agents: ReadonlyMap<string, AgentId>,
): Promise<void> {
  const id = await insertAbility(db, {
    ...ability,
    account,
    imageFile: null,
    isPublished: false,
    isSystem: ability.installed?.isSystem ?? false,
  });
  await openRelease(db, { abilityId: id, version: 1, packageFile });
  if (!ability.installed) return;
  await installAbility(db, account, { ...ability, ...ability.installed, abilityId: id });
  for (const name of ability.agents ?? []) {
    const agent = agents.get(name);
    if (agent !== undefined) await assignAbility(db, agent, id);
  }
}
