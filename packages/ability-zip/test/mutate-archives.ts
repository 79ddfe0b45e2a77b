import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inspectPackage } from '../src/inspect-package.ts';
import { leaveOut } from '../src/pack/repack.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { isPackageProblem } from '../src/package-problem-error.ts';
import type { PackageReport } from '../src/package-report.ts';
import { ARCHIVES_OF_PACKERS } from './archives-of-packers.ts';
import { buildZip } from './build-zip.ts';
import { changeBytes } from './change-bytes.ts';
import { makeZip } from './make-zip.ts';
import { planLies } from './plan-lies.ts';
import { Random } from './random.ts';
import { readByDirectory } from './read-by-directory.ts';
import { type Contents, readFromStart } from './read-from-start.ts';

/** Far more than any of these small archives takes on a busy machine. */
const HANG_MS = 30_000;
const MAX_CHANGES = 4;

export interface Fuzzing {
  seed: number;
  rounds: number;
  /** Rounds after this time are skipped. */
  deadlineMs: number;
}

/**
 * Inspects randomly changed archives, the same ones for the same seed. Each must either be refused with a sentence, or
 * be read identically by a program that reads from the start and by one that reads the directory. The same applies to
 * the archive repacked for sending.
 * @throws Error with the seed, the round and the archive, for the first one that does neither.
 */
export async function fuzzInspection({ seed, rounds, deadlineMs }: Fuzzing) {
  const folder = await mkdtemp(join(tmpdir(), 'abilities-fuzz-'));
  const path = join(folder, 'package.zip');
  const archives = await makeArchives();
  const random = new Random(seed);
  const until = performance.now() + deadlineMs;
  const count = { rounds: 0, accepted: 0, refused: 0 };
  try {
    while (count.rounds < rounds && performance.now() < until) {
      const zip = makeArchive(random, archives);
      await writeFile(path, zip);
      const outcome = await inspect(path).catch((error: unknown) => fail(error, zip, seed, count.rounds));
      if (outcome) await compare(zip, path, outcome).catch((error: unknown) => fail(error, zip, seed, count.rounds));
      count[outcome ? 'accepted' : 'refused'] += 1;
      count.rounds += 1;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return count;
}

async function makeArchives(): Promise<Buffer[]> {
  const entries = [{ name: 'tides/main.py', content: 'print(1)\n'.repeat(20), descriptor: true as const }];
  return [
    ...ARCHIVES_OF_PACKERS.map(({ base64 }) => Buffer.from(base64, 'base64')),
    await makeZip({ 'tides/main.py': 'x = 1\n'.repeat(50), 'tides/__init__.py': '', 'tides/a/b.txt': 'b' }),
    await makeZip({ 'main.py': 'x', '__init__.py': '' }),
    buildZip({ entries, leading: Buffer.from('#!/bin/sh\n'), comment: 'made by hand', trailing: Buffer.from('\n') }),
    buildZip({ entries, zip64: {}, leading: Buffer.from('GIF89a'), countsLeading: true }),
    buildZip({ entries: ['tides\\main.py', 'tides\\é.md'].map((name) => ({ name, content: name, flags: 0 })) }),
    buildZip({ entries: ['./tides/main.py', 'tides/.venv/x', 'tides/潮.md'].map((name) => ({ name, content: name })) }),
  ];
}

function makeArchive(random: Random, archives: readonly Buffer[]): Buffer {
  const other = random.of(archives);
  let zip = random.chance(40) ? buildZip(planLies(random, other)) : random.of(archives);
  const changes = zip === other || random.chance(60) ? 1 + random.below(MAX_CHANGES) : 0;
  for (let change = 0; change < changes; change += 1) zip = changeBytes(zip, random, other);
  return zip;
}

/** @returns nothing for an archive that is correctly refused. */
async function inspect(path: string): Promise<PackageReport | undefined> {
  try {
    return await inspectPackage(path, DEFAULT_LIMITS, AbortSignal.timeout(HANG_MS));
  } catch (error) {
    if (isPackageProblem(error)) return undefined;
    throw error;
  }
}

async function compare(zip: Buffer, path: string, { files, warnings }: PackageReport): Promise<void> {
  const around = (kind: 'leading-bytes' | 'trailing-bytes') => warnings.find((one) => one.kind === kind);
  const [leading, trailing] = [around('leading-bytes'), around('trailing-bytes')];
  const reported: Contents = files.map(({ path, sha256 }): Contents[number] => [path, sha256]).sort();
  const before = leading?.kind === 'leading-bytes' ? leading.bytes : 0;
  const behind = trailing?.kind === 'trailing-bytes' ? trailing.bytes : 0;
  const places = new Set(files.map(({ path }) => path.toLowerCase()));
  if (places.size < files.length) throw new Error('Two files have the same place.');
  // Excluded files were not inflated, so they may be unreadable.
  if (!warnings.some(({ kind }) => kind === 'left-out')) await compareReaders(zip, before, behind, reported);
  if (files.length === 0) return;
  const target = `${path}.sent`;
  await leaveOut(path, target);
  await compareReaders(await readFile(target), 0, 0, reported);
  const sent = await inspectPackage(target, DEFAULT_LIMITS);
  if (sent.isRepacked) throw new Error('What is sent would have to be packed again.');
}

async function compareReaders(zip: Buffer, before: number, behind: number, reported: Contents): Promise<void> {
  const fromStart = readFromStart(zip, before);
  const byDirectory = await readByDirectory(zip, behind);
  if (!isDeepStrictEqual(fromStart, reported)) throw differs('from the start', fromStart, reported);
  if (!isDeepStrictEqual(byDirectory, reported)) throw differs('by the directory', byDirectory, reported);
}

const differs = (how: string, read: Contents, reported: Contents) =>
  new Error(`Read ${how} it holds ${JSON.stringify(read)}, reported was ${JSON.stringify(reported)}.`);

function fail(cause: unknown, zip: Buffer, seed: number, round: number): never {
  const archive = zip.subarray(0, 4096).toString('base64');
  throw new Error(`Seed ${seed}, round ${round}, ${zip.length} bytes: ${cause}\n${archive}`, { cause });
}
