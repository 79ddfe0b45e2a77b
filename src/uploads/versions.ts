import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { wrapPackage } from '@abilities-bot/ability-zip';
import { type AbilityId, Category } from '@abilities-bot/service-api';
import { withDeadline } from '../base/timeout.ts';
import type { Deadlines } from '../core/deadlines.ts';
import type { AccountVersions } from '../core/features/versions/account-versions.ts';
import { shortDigest, type Version } from '../store/version-record.ts';
import { comparePackages } from './compare-packages.ts';
import { acceptUpload } from './decide.ts';
import { type CodeMemory, isPassing, makeExamine } from './examine-code.ts';
import { fetchGivenPackage, folderName, type GivenPackage } from './packages.ts';
import { accountVersionOf, type UploadTools } from './ports.ts';
import { NoFolderError, type SpoolFolder } from './spool.ts';

/** Maximum number of uploads in progress; more are not expected. */
const MAX_OPEN = 500;

/** @param wake called after an upload was accepted. */
export function makeVersions(
  tools: Omit<UploadTools, 'ports'> & { codes: CodeMemory; deadlines: Deadlines },
  wake: () => void,
): AccountVersions {
  const { account, clock, deadlines, settings, spool, store, tenantId } = tools;
  const accountVersion = accountVersionOf(account);
  const accountKey = `${tenantId} ${accountVersion}`;
  const list = (name: string) => store.versions.list(accountVersion, name);
  return {
    list,
    latest: async () => {
      const open = new Set((await store.uploads.listUntold(MAX_OPEN)).map(({ form }) => form.name));
      return (await store.versions.latest(accountVersion)).filter(({ name }) => !open.has(name));
    },
    setAside: (name) => store.versions.setAside(accountVersion, name),
    running: async (id) => {
      try {
        return await spool.lend(async (folder) => (await fetchRunning(id, folder, tools))?.contentDigest ?? null);
      } catch (error) {
        if (error instanceof NoFolderError) return null;
        throw error;
      }
    },
    examine: makeExamine(accountKey, tools),
    recall: (abilities) => tools.codes.recallAll(accountKey, abilities),
    forgetCode: (ids) => tools.codes.forget(accountKey, ids),
    compare: (one, id) =>
      spool.lend(async (folder) => {
        const then = await take(one, 'then.zip', folder, tools);
        const running = await fetchRunning(id, folder, tools);
        const latest = running ? null : (await list(one.name)).find(({ how }) => how !== 'found');
        const now = running?.path ?? (latest ? await take(latest, 'now.zip', folder, tools) : null);
        if (then === null || now === null) return null;
        const { inspectMs, limits } = settings;
        const compared = await withDeadline(clock, inspectMs, (signal) =>
          comparePackages(now, then, { limits, signal, withinMs: deadlines.compareCode }),
        );
        return { with: running ? 'running' : 'latest', ...compared };
      }),
    writePackage: (one, path) =>
      spool.lend(async (folder) => {
        const flat = await take(one, 'then.zip', folder, tools);
        if (flat !== null) await wrapPackage(flat, path, folderName(one.name));
        return flat !== null;
      }),
    rollBack: async ({ ability, entry, mustAsk, version: one }, { ref, userId }) => {
      const isUpdate = !mustAsk && (await tools.service.findRelease(ability.id)) !== null;
      const form = {
        name: ability.name,
        category: Category.catch(one.form.category).parse(entry.category ?? ability.category),
        description: ability.description ?? one.form.description,
        triggerWords: entry.triggerWords.length > 0 ? entry.triggerWords : one.form.triggerWords,
      };
      const accepted = await acceptUpload(
        {
          userId,
          ref,
          form,
          rollbackOf: ability.id,
          icon: null,
          place: null,
          seenSha256: one.sha256,
          submissionKey: `rollback:${randomUUID()}`,
          // There is no file in Slack, but the ID has the same format.
          zip: {
            id: `FVERSION${shortDigest(one.digest).toUpperCase()}`,
            name: `${folderName(ability.name)}.zip`,
            version: one.digest,
          },
          // The files of stored packages are at the root.
          wrap: true,
          // For a new upload, the user decides how the Ability is replaced.
          plan: isUpdate ? { kind: 'update', abilityId: ability.id } : { kind: 'new' },
        },
        tools,
      );
      if ('why' in accepted) return accepted;
      wake();
      return { uploadId: accepted.record.id };
    },
  };
}

/** Null if the version is no longer kept. */
async function take(
  { bytes, digest }: Version,
  name: string,
  folder: SpoolFolder,
  { store }: Pick<UploadTools, 'store'>,
): Promise<string | null> {
  const path = join(folder.path, name);
  folder.reserve(bytes);
  return (await store.versions.takePackage(digest, path)) ? path : null;
}

/** Null if the service returns no readable package. */
async function fetchRunning(
  id: AbilityId,
  folder: SpoolFolder,
  tools: Pick<UploadTools, 'clock' | 'service' | 'settings'> & { deadlines: Pick<Deadlines, 'runningCode'> },
): Promise<GivenPackage | null> {
  try {
    const fetch = (signal: AbortSignal) => fetchGivenPackage({ folder, signal, tools }, id);
    const given = await withDeadline(tools.clock, tools.deadlines.runningCode, fetch);
    return given?.contentDigest ? given : null;
  } catch (error) {
    if (isPassing(error)) return null;
    throw error;
  }
}
