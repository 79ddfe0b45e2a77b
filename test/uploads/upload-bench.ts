import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DEFAULT_LIMITS, PackageProblemError } from '@abilities-bot/ability-zip';
import { createLogger } from '../../src/base/logger.ts';
import type { UploadDecision } from '../../src/core/features/upload/account-uploads.ts';
import type { UploadForm } from '../../src/core/features/upload/upload.ts';
import { Locks } from '../../src/core/locks.ts';
import { createServiceClient, type ServiceClient } from '../../src/service/client.ts';
import { hasEnded, type UploadRecord, type UploadState } from '../../src/store/upload-record.ts';
import { acceptUpload, decideUpload } from '../../src/uploads/decide.ts';
import type { UploadPorts, UploadProgress, UploadSettings, UploadTools } from '../../src/uploads/ports.ts';
import { Spool } from '../../src/uploads/spool.ts';
import { takeTurn } from '../../src/uploads/worker.ts';
import type { Account } from '../core/operations/account.ts';
import { zipOf } from '../e2e/zips.ts';
import { HandClock, withoutWaits } from '../hand-clock.ts';
import { makeFolder } from '../make-folder.ts';
import { openTestStore, type storeKinds } from '../store/stores.ts';

export type StoreKind = (typeof storeKinds)[number];

export const LEASE = 30_000;
export const ROOM = 200 * 1024 * 1024;
export const SETTINGS: UploadSettings = {
  limits: DEFAULT_LIMITS,
  maxUnfinished: { person: 20, workspace: 200 },
  giveUpMs: 2 * 3_600_000,
  settleMs: 30_000,
  retryMs: 2000,
  recheckMs: [5000, 30_000, 120_000],
  askMs: 24 * 3_600_000,
  fetchMs: 60_000,
  inspectMs: 60_000,
  gatherMs: 0,
};

export const FORM: UploadForm = {
  name: 'Tides',
  category: 'skill',
  description: 'Tells the tides.',
  triggerWords: ['tides'],
};

/** Thrown where a process dies: none of its code runs afterwards. */
class Death extends Error {}

/** An account, a store, and uploads that are worked on one turn at a time, with a manual clock. */
export async function openBench(account: Account, kind: StoreKind) {
  const clock = new HandClock();
  const { store, reopen } = await openTestStore(kind, { now: clock.now });
  const dir = await makeFolder();
  const spoolDir = join(dir, 'spool');
  const spool = new Spool(spoolDir, ROOM);
  await spool.open(Date.now());
  /** Slack's files by ID. */
  const held = new Map<string, string>();
  const told: UploadRecord[] = [];
  const shown: { record: UploadRecord; now: UploadProgress }[] = [];
  let onState: (record: UploadRecord) => void = () => undefined;

  const ports: UploadPorts = {
    fetchFiles: async ({ zip }, { folder }) => {
      const source = held.get(zip.id);
      if (!source) throw new PackageProblemError(`Slack does not give ${zip.name}.`);
      folder.reserve((await stat(source)).size);
      const path = join(folder.path, 'package.zip');
      await copyFile(source, path);
      return { zip: { path, fileName: zip.name } };
    },
    showProgress: (record, now) => {
      shown.push({ record, now });
      onState(record);
    },
    announce: async (record) => void told.push(record),
  };
  const log = createLogger('error', [], { write: () => undefined });
  const { assignments, service: client } = account.context;
  const calls = { uploads: 0, deletes: 0 };
  const service: ServiceClient = {
    ...client,
    uploadAbility: (upload) => {
      calls.uploads += 1;
      return client.uploadAbility(upload);
    },
    deleteAbilities: (ids) => {
      calls.deletes += 1;
      return client.deleteAbilities(ids);
    },
  };
  const tools: UploadTools = {
    locks: new Locks({ leases: store.of('T1').newLeaseHolder(), clock, log }),
    tenantId: 'T1',
    store: store.of('T1'),
    account: { kind: 'connected', version: 0 },
    service,
    assignments,
    spool,
    ports,
    settings: SETTINGS,
    now: clock.now,
    clock,
    log,
  };

  /** @returns its SHA-256. */
  async function hold(id: string, bytes: Buffer): Promise<string> {
    const path = join(dir, `${id}-${randomUUID()}.zip`);
    await writeFile(path, bytes);
    held.set(id, path);
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }

  /** Accepts an upload whose contents were seen, unless `seenSha256` overrides that. */
  async function accept(
    given: {
      form?: Partial<UploadForm>;
      bytes?: Buffer;
      seen?: boolean;
      parts?: string[];
      folder?: string;
      wrap?: boolean;
    } = {},
  ) {
    const form = { ...FORM, ...given.form };
    const bytes = given.bytes ?? (await zipOf({ 'job/main.py': `# ${form.name}, new\n`, 'job/__init__.py': '' }));
    const id = `F${randomUUID()}`;
    const sha256 = await hold(id, bytes);
    const accepted = await acceptUpload(
      {
        userId: 'U1',
        submissionKey: id,
        ref: 'U-1',
        form,
        icon: null,
        place: null,
        wrap: given.wrap ?? false,
        zip: {
          id,
          name: 'job.zip',
          ...(given.parts ? { parts: given.parts } : {}),
          ...(given.folder === undefined ? {} : { folder: given.folder }),
        },
        seenSha256: given.seen === false ? null : sha256,
      },
      tools,
    );
    if ('why' in accepted) throw new Error(accepted.why);
    const { record } = accepted;
    clock.move(1);
    return record;
  }

  /** One turn of a worker. Null if there is nothing to do. After a death, nothing is released. */
  async function turn(signal = new AbortController().signal): Promise<UploadRecord | null> {
    const owner = randomUUID();
    const record = await store.uploadQueue.claimNext(owner, LEASE);
    if (!record) return null;
    try {
      const save = (written: UploadRecord) => store.uploadQueue.save(written, owner);
      await takeTurn(record, { save, signal, tools, accountNow: async () => tools.account });
      await store.uploadQueue.release(record.id, owner, null);
      return await tools.store.uploads.find(record.id);
    } catch (error) {
      if (error instanceof Death) return record;
      throw error;
    }
  }

  const find = async (id: string): Promise<UploadRecord> => {
    const record = await tools.store.uploads.find(id);
    if (!record) throw new Error('The upload is lost.');
    return record;
  };

  /** Runs turns, moving the clock to the next due time, until the upload has ended or asks. */
  async function finish(id: string, mostTurns = 200): Promise<UploadRecord> {
    for (let turns = 0; turns < mostTurns; turns += 1) {
      const now = await find(id);
      if (hasEnded(now) || now.state === 'asking') return now;
      const dueAt = await store.uploadQueue.nextDueAt();
      if (dueAt !== null && dueAt > clock.at) clock.at = dueAt;
      await turn();
    }
    throw new Error(`It never ends: ${(await find(id)).state}.`);
  }

  /** Finishes a replacement whose old package is unavailable: it has to ask again before it deletes anything. */
  async function finishWithoutBackup(id: string): Promise<UploadRecord> {
    const asked = await finish(id);
    if (asked.question?.kind !== 'name-taken' || asked.question.by.packageGiven !== false || calls.deletes > 0) {
      throw new Error('It should be asked whether to go on without the package of the old one.');
    }
    await decide(id, { kind: 'replace', wrap: false });
    return finish(id);
  }

  const decide = (id: string, decision: UploadDecision) => decideUpload({ id }, decision, tools);

  /** Answers the question about a taken name and runs the first turn after it. */
  async function askedAbout(name: string, given: Parameters<typeof accept>[0] = {}): Promise<UploadRecord> {
    const { id } = await accept({ ...given, form: { name, ...given.form } });
    const asked = await finish(id);
    if (asked.state !== 'asking') throw new Error(`It is ${asked.state} instead of asking.`);
    return asked;
  }

  async function replacing(name: string, given: Parameters<typeof accept>[0] = {}): Promise<UploadRecord> {
    const { id } = await askedAbout(name, given);
    await decide(id, { kind: 'replace', wrap: false });
    return find(id);
  }

  /** Only the first time that the state begins. */
  const once = (state: UploadState, act: (record: UploadRecord) => void) => {
    onState = (record) => {
      if (record.state !== state) return;
      onState = () => undefined;
      act(record);
    };
  };

  return {
    /** Counts of the service calls that must happen only once. */
    calls,
    account,
    accept,
    askedAbout,
    clock,
    decide,
    find,
    finish,
    finishWithoutBackup,
    held,
    hold,
    once,
    replacing,
    reopen,
    shown,
    spool,
    spoolDir,
    store,
    told,
    tools,
    turn,
    /** The process dies when the state is written, before any of its work is done. */
    dieAt: (state: UploadState) =>
      once(state, () => {
        clock.move(LEASE);
        throw new Death();
      }),
    /** The state's work is done, but the process was away for too long and may no longer write. */
    loseLeaseAt: (state: UploadState) => once(state, () => clock.move(LEASE)),
    named: async (name: string) => (await account.context.service.listAbilities()).filter((a) => a.name === name),
    /** Overrides parts of the service: others' actions in between, and calls that do not get through. */
    meet: (changed: Partial<ServiceClient>) => void Object.assign(service, changed),
  };
}
export type Bench = Awaited<ReturnType<typeof openBench>>;

export const LOST = { kind: 'status', status: 500 } as const;
export const ADD = { method: 'POST', path: /add-capability/ } as const;
export const REFUSAL = { kind: 'status', status: 400, body: { detail: 'Forbidden module import: os' } } as const;

/** A service at an address where nothing listens. */
export async function awayService(): Promise<ServiceClient> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  const port = typeof address === 'object' && address ? address.port : 0;
  const credential = { kind: 'api-key', value: 'made-up-key' } as const;
  return createServiceClient(
    { baseUrl: `http://127.0.0.1:${port}`, credential },
    withoutWaits(() => 0),
  );
}
