import { crc32, deflateRawSync } from 'node:zlib';

/** Header values that replace the true ones. */
export interface HeaderLie {
  mark?: number;
  neededVersion?: number;
  flags?: number;
  method?: number;
  crc32?: number;
  packedBytes?: number;
  bytes?: number;
  name?: string | Buffer;
  extra?: Buffer;
  /** Only in the directory. */
  headerAt?: number;
  disk?: number;
}

export interface EntryPlan {
  name: string | Buffer;
  content?: string | Buffer;
  /** Deflated by default. */
  method?: number;
  /** Replaces the packed content; sizes are computed from it. */
  packed?: Buffer;
  flags?: number;
  /** All 32 bits. */
  attributes?: number;
  extra?: Buffer;
  comment?: string;
  /** Bytes before the local header, and after the content. */
  before?: Buffer;
  after?: Buffer;
  /** Sizes and checksum after the content, zeros before it; `true` writes the correct ones. */
  descriptor?: true | Buffer;
  local?: HeaderLie;
  central?: HeaderLie;
  /** Left out of the directory. */
  unlisted?: boolean;
  /** A second entry under another name that points to the same content. */
  listedAgainAs?: string;
}

interface EndLie {
  disk?: number;
  directoryDisk?: number;
  entriesOnDisk?: number;
  entries?: number;
  directoryBytes?: number;
  directoryAt?: number;
  commentBytes?: number;
}

interface Zip64Lie {
  recordBytes?: number;
  entriesOnDisk?: number;
  entries?: number;
  directoryBytes?: number;
  directoryAt?: number;
  recordAt?: number;
  disks?: number;
  recordDisk?: number;
}

export interface ZipPlan {
  entries: readonly EntryPlan[];
  /** Before the zip. Offsets count from the start of the file when `countsLeading` is set. */
  leading?: Buffer;
  countsLeading?: boolean;
  beforeDirectory?: Buffer;
  beforeEnd?: Buffer;
  comment?: Buffer | string;
  trailing?: Buffer;
  end?: EndLie;
  /** Writes the ZIP64 records. The end record keeps its own values unless `end` overrides them. */
  zip64?: Zip64Lie;
}

export const UTF8 = 1 << 11;
export const DESCRIPTOR = 1 << 3;

/** Writes a zip byte by byte, so that anything can be wrong in it. */
export function buildZip(plan: ZipPlan): Buffer {
  const { beforeDirectory, beforeEnd, leading = Buffer.alloc(0), trailing = Buffer.alloc(0) } = plan;
  const base = plan.countsLeading ? leading.length : 0;
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = base;
  for (const entry of plan.entries) {
    const headerAt = at + (entry.before?.length ?? 0);
    const bytes = Buffer.concat([entry.before ?? Buffer.alloc(0), localPart(entry)]);
    body.push(bytes);
    at += bytes.length;
    if (!entry.unlisted) directory.push(centralHeader(entry, headerAt));
    if (entry.listedAgainAs !== undefined) {
      directory.push(centralHeader({ ...entry, name: entry.listedAgainAs }, headerAt));
    }
  }
  if (beforeDirectory) body.push(beforeDirectory);
  const directoryAt = at + (beforeDirectory?.length ?? 0);
  const directoryBytes = directory.reduce((sum, header) => sum + header.length, 0);
  const facts = { entries: directory.length, directoryAt, directoryBytes };
  const zip64 = plan.zip64 ? zip64Records(plan.zip64, facts) : Buffer.alloc(0);
  const end = endRecord(plan, facts);
  return Buffer.concat([leading, ...body, ...directory, zip64, beforeEnd ?? Buffer.alloc(0), end, trailing]);
}

interface Facts {
  entries: number;
  directoryAt: number;
  directoryBytes: number;
}

function packedOf(entry: EntryPlan) {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  return { content, method, packed, nameBytes: Buffer.from(entry.name) };
}

function flagsOf(entry: EntryPlan, name: Buffer): number {
  const utf8 = name.some((byte) => byte >= 0x80) ? UTF8 : 0;
  return entry.flags ?? utf8 | (entry.descriptor ? DESCRIPTOR : 0);
}

/** The fields from flags to lengths that both headers share, as little-endian bytes. */
function sharedFields(entry: EntryPlan, lie: HeaderLie, hideSizes: boolean) {
  const { content, method, nameBytes, packed } = packedOf(entry);
  const name = lie.name === undefined ? nameBytes : Buffer.from(lie.name);
  const extra = lie.extra ?? entry.extra ?? Buffer.alloc(0);
  const fields = Buffer.concat([
    u16(lie.flags ?? flagsOf(entry, nameBytes)),
    u16(lie.method ?? method),
    u32(0x21_0000),
    u32(lie.crc32 ?? (hideSizes ? 0 : crc32(content))),
    u32(lie.packedBytes ?? (hideSizes ? 0 : packed.length)),
    u32(lie.bytes ?? (hideSizes ? 0 : content.length)),
    u16(name.length),
    u16(extra.length),
  ]);
  return { fields, name, extra };
}

function localPart(entry: EntryPlan): Buffer {
  const lie = entry.local ?? {};
  const { content, packed } = packedOf(entry);
  const { extra, fields, name } = sharedFields(entry, lie, entry.descriptor !== undefined);
  const header = Buffer.concat([u32(lie.mark ?? 0x04034b50), u16(lie.neededVersion ?? 20), fields, name, extra]);
  return Buffer.concat([header, packed, descriptorOf(entry, content, packed), entry.after ?? Buffer.alloc(0)]);
}

function descriptorOf({ descriptor }: EntryPlan, content: Buffer, packed: Buffer): Buffer {
  if (descriptor === undefined) return Buffer.alloc(0);
  if (descriptor !== true) return descriptor;
  return Buffer.concat([u32(0x08074b50), u32(crc32(content)), u32(packed.length), u32(content.length)]);
}

function centralHeader(entry: EntryPlan, headerAt: number): Buffer {
  const lie = entry.central ?? {};
  const { extra, fields, name } = sharedFields(entry, lie, false);
  const comment = Buffer.from(entry.comment ?? '');
  return Buffer.concat([
    u32(lie.mark ?? 0x02014b50),
    u16(0x0314),
    u16(lie.neededVersion ?? 20),
    fields,
    u16(comment.length),
    u16(lie.disk ?? 0),
    u16(0),
    u32(entry.attributes ?? 0),
    u32(lie.headerAt ?? headerAt),
    name,
    extra,
    comment,
  ]);
}

function zip64Records(lie: Zip64Lie, { directoryAt, directoryBytes, entries }: Facts): Buffer {
  return Buffer.concat([
    u32(0x06064b50),
    u64(lie.recordBytes ?? 44),
    u16(45),
    u16(45),
    u32(lie.recordDisk ?? 0),
    u32(0),
    u64(lie.entriesOnDisk ?? lie.entries ?? entries),
    u64(lie.entries ?? entries),
    u64(lie.directoryBytes ?? directoryBytes),
    u64(lie.directoryAt ?? directoryAt),
    u32(0x07064b50),
    u32(0),
    u64(lie.recordAt ?? directoryAt + directoryBytes),
    u32(lie.disks ?? 1),
  ]);
}

function endRecord({ comment = '', end: lie = {} }: ZipPlan, { directoryAt, directoryBytes, entries }: Facts): Buffer {
  const text = Buffer.from(comment);
  return Buffer.concat([
    u32(0x06054b50),
    u16(lie.disk ?? 0),
    u16(lie.directoryDisk ?? 0),
    u16(lie.entriesOnDisk ?? lie.entries ?? entries),
    u16(lie.entries ?? entries),
    u32(lie.directoryBytes ?? directoryBytes),
    u32(lie.directoryAt ?? directoryAt),
    u16(lie.commentBytes ?? text.length),
    text,
  ]);
}

export const extraField = (id: number, ...data: Buffer[]): Buffer => {
  const bytes = Buffer.concat(data);
  return Buffer.concat([u16(id), u16(bytes.length), bytes]);
};

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
