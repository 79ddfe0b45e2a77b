import { readPackageFiles } from '@abilities-bot/ability-zip';
import { formatPatch, type StructuredPatch, structuredPatch } from 'diff';
import { yieldTurn } from '../base/yield-turn.ts';
import type { ChangedFile, CodeComparison } from '../core/features/versions/account-versions.ts';
import { belowRoot } from './packages.ts';
import type { UploadSettings } from './ports.ts';
import { compareFacts, readFacts } from './read-facts.ts';

/** Longer files are only compared as a whole. */
const MAX_TEXT_BYTES = 256 * 1024;
const MAX_TEXTS_BYTES = 4 * 1024 * 1024;

/**
 * Limit for each file. A comparison blocks the event loop, and its time grows with the number of differing lines. All
 * comparisons together also have a deadline.
 */
const MAX_EDITS = 500;

interface PackedFile {
  sha256: string;
  /** Null if the file is not text, or too long. */
  text: string | null;
}

type Limits = UploadSettings['limits'];

/**
 * Reads a package into a map by path, below its top-level folder if it has one.
 * @throws PackageProblemError; the signal's reason.
 */
async function readFiles(path: string, limits: Limits, signal: AbortSignal): Promise<Map<string, PackedFile>> {
  const pieces = new Map<string, Buffer[]>();
  const sizes = new Map<string, number>();
  let total = 0;
  const visit = (file: string, piece: Buffer) => {
    const size = (sizes.get(file) ?? 0) + piece.length;
    sizes.set(file, size);
    total += piece.length;
    if (size > MAX_TEXT_BYTES || total > MAX_TEXTS_BYTES) pieces.delete(file);
    else pieces.set(file, [...(pieces.get(file) ?? []), Buffer.from(piece)]);
  };
  const max = { ...limits, maxBytes: limits.maxBytes * 2 };
  const { files, layout } = await readPackageFiles(path, max, visit, { signal });
  return new Map(
    files.map(({ bytes, path: file, sha256 }) => {
      const read = Buffer.concat(pieces.get(file) ?? []);
      const text = read.length === bytes ? textOf(read) : null;
      return [belowRoot(file, layout), { sha256, text }];
    }),
  );
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The changes from one package to another, by path, and facts about the second one.
 * @throws PackageProblemError; the signal's reason.
 */
export async function comparePackages(
  before: string,
  after: string,
  { limits, signal, withinMs }: { limits: Limits; signal: AbortSignal; withinMs: number },
): Promise<Omit<CodeComparison, 'with'>> {
  const [old, fresh] = [await readFiles(before, limits, signal), await readFiles(after, limits, signal)];
  const facts = compareFacts(await readFacts(textsOf(old), signal), await readFacts(textsOf(fresh), signal));
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  const until = performance.now() + withinMs;
  const changed: ChangedFile[] = [];
  for (const path of paths) {
    const [was, is] = [old.get(path), fresh.get(path)];
    if (was?.sha256 === is?.sha256) continue;
    await yieldTurn();
    signal.throwIfAborted();
    const timeout = until - performance.now();
    const patch = timeout > 0 ? compareTexts(path, was ? was.text : '', is ? is.text : '', timeout) : undefined;
    const change = was && is ? 'changed' : was ? 'removed' : 'added';
    const text = patch ? formatPatch(patch) : `${path}: ${change}, without a line-by-line comparison\n`;
    const lines = change === 'changed' && patch ? linesOf(patch) : null;
    changed.push({ path, change, lines, patch: text });
  }
  return { files: changed, facts };
}

const textsOf = (files: ReadonlyMap<string, PackedFile>) => new Map([...files].map(([path, { text }]) => [path, text]));

/** Undefined if one of the files is not text, or too much differs. */
function compareTexts(path: string, was: string | null, is: string | null, timeout: number) {
  if (was === null || is === null) return undefined;
  const options = { context: 2, maxEditLength: MAX_EDITS, timeout };
  return structuredPatch(`now/${path}`, `then/${path}`, was, is, '', '', options);
}

const linesOf = ({ hunks }: StructuredPatch): string[] =>
  hunks.flatMap(({ lines, newStart }, at) => [...(at > 0 ? [`… line ${newStart}`] : []), ...lines]);
