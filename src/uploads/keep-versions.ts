import { isPackageProblem, readPackageFiles } from '@abilities-bot/ability-zip';
import type { KeptCode } from '../store/kept-code.ts';
import { isOldGone, rolledBackTo, type UploadForm, type UploadRecord } from '../store/upload-record.ts';
import type { Version } from '../store/version-record.ts';
import { prepareCode } from './packages.ts';
import type { UploadRun, UploadTools } from './ports.ts';
import { SpoolFullError } from './spool.ts';

/** Stores the code that will be sent, so that it can be sent again. If it can't be stored, it is sent anyway. */
export async function keepNewCode(run: UploadRun, source: string): Promise<{ newCode?: KeptCode }> {
  const newCode = await keep(run, () => prepareCode(run, source));
  return newCode ? { newCode } : {};
}

/** Stores the code that the service returned before it is replaced. */
export async function keepOldCode(run: UploadRun, path: string): Promise<{ oldCode?: KeptCode }> {
  const oldCode = await keep(run, async () => path);
  return oldCode ? { oldCode } : {};
}

async function keep(run: UploadRun, prepare: () => Promise<string>): Promise<KeptCode | null> {
  const { signal, tools } = run;
  const { limits } = tools.settings;
  try {
    const path = await prepare();
    // Packages from the service may be a little larger, because it compresses them itself.
    const scan = new KeyScan();
    const max = { ...limits, maxBytes: limits.maxBytes * 2 };
    const { bytes, contentDigest: digest, files, sha256 } = await readPackageFiles(path, max, scan.visit, { signal });
    const code = { digest, sha256, bytes, files: files.length, keys: scan.keys() };
    return (await tools.store.versions.keepPackage(code, path)) ? code : null;
  } catch (error) {
    if (isPackageProblem(error) || error instanceof SpoolFullError) return null;
    throw error;
  }
}

/** Matches `get_api_keys("openweather")`, as in the public Ability templates. */
const ASKS_FOR_KEY = /\bget_api_keys\(\s*(["'])([^"'\n]{1,80})\1/g;

const MAX_SOURCE_BYTES = 256 * 1024;
const MAX_SOURCES_BYTES = 2 * 1024 * 1024;
const MAX_KEYS = 10;

/** Finds the third-party keys that Python files use, while the package is being read. */
export class KeyScan {
  readonly #sources = new Map<string, Buffer>();
  #bytes = 0;

  readonly visit = (path: string, piece: Buffer): void => {
    const before = this.#sources.get(path) ?? Buffer.alloc(0);
    if (!path.endsWith('.py') || before.length + piece.length > MAX_SOURCE_BYTES) return;
    if (this.#bytes + piece.length > MAX_SOURCES_BYTES) return;
    this.#bytes += piece.length;
    this.#sources.set(path, Buffer.concat([before, piece]));
  };

  keys(): string[] {
    const found = [...this.#sources.values()].flatMap((source) =>
      [...source.toString('utf8').matchAll(ASKS_FOR_KEY)].map(([, , name = '']) => name),
    );
    return [...new Set(found)].sort().slice(0, MAX_KEYS);
  }
}

/** Adds the versions of an upload that has ended. Idempotent. @throws store errors. */
export async function addVersions(record: UploadRecord, { store }: Pick<UploadTools, 'store'>): Promise<void> {
  const { account = 0 } = record;
  await store.versions.add(account, versionsOf(record));
}

const HOW = { new: 'uploaded', update: 'updated', replace: 'replaced' } as const;

/** The replaced code comes first, because it is older. */
function versionsOf(record: UploadRecord): Version[] {
  const { acceptedAt, decidedBy, end, form, kept, newCode, oldCode, plan, userId } = record;
  const isSent = end?.kind === 'uploaded' || end?.kind === 'updated';
  if (!isSent && !(kept && end && !isOldGone({ end }))) return [];
  const at = record.sentAt ?? acceptedAt;
  const isRollback = rolledBackTo(record) === undefined ? undefined : true;
  const versionOf = (
    code: KeptCode,
    what: Pick<Version, 'at' | 'how' | 'userId' | 'isRollback'>,
    values: UploadForm,
  ) => ({
    ...code,
    ...what,
    name: form.name,
    form: values,
  });
  return [
    ...(oldCode ? [versionOf(oldCode, { at: at - 1, how: 'found', userId: null }, kept?.form ?? form)] : []),
    ...(newCode && isSent
      ? [versionOf(newCode, { at, how: HOW[plan.kind], userId: decidedBy ?? userId, isRollback }, form)]
      : []),
  ];
}
