import { constants, crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildZip, type EntryPlan, type HeaderLie } from './build-zip.ts';
import { inspectBytes, PLAIN, refusalOf, refusalWith } from './inspect-bytes.ts';

const AGAIN = 'Zip the folder again.';
const REPACK = 'Unpack it and zip the folder again.';
const SO_THAT = `so different programs would read this zip differently. ${REPACK}`;
const name = 'tides/x';
const both = (lie: HeaderLie) => ({ local: lie, central: lie });
const inflates = (what: string) => `The zip is damaged: “tides/x” cannot be decompressed. ${what}`;

describe('sizes that lie', () => {
  test.each<[string, EntryPlan, string]>([
    [
      'more than declared',
      { name, content: 'hello', ...both({ bytes: 4 }) },
      '“tides/x” declares 4 bytes but unpacks to more',
    ],
    [
      'less than declared',
      { name, content: 'hello', ...both({ bytes: 6 }) },
      '“tides/x” declares 6 bytes but unpacks to less',
    ],
    [
      'nothing declared',
      { name, content: 'hello', ...both({ bytes: 0 }) },
      '“tides/x” declares 0 bytes but unpacks to more',
    ],
    [
      'a folder with hidden content',
      { name: 'tides/x/', content: 'hi', ...both({ bytes: 0 }) },
      '“tides/x/” declares 0 bytes but unpacks to more',
    ],
  ])('%s', async (_what, entry, sentence) => {
    expect(await refusalWith(entry)).toBe(`${sentence}, ${SO_THAT}`);
  });

  test('a bomb that declares little stops at what it declares', async () => {
    const bomb: EntryPlan = { name, content: Buffer.alloc(60 * 1024 * 1024), ...both({ bytes: 1000 }) };
    expect(await refusalWith(bomb)).toBe(`“tides/x” declares 1 kB but unpacks to more, ${SO_THAT}`);
  });

  test('a bomb that is honest is not inflated', async () => {
    const half = { content: Buffer.alloc(26 * 1024 * 1024) };
    const zip = buildZip({ entries: [...PLAIN, { name, ...half }, { name: 'tides/y', ...half }] });
    expect(await refusalOf(zip)).toBe(`The zip unpacks to more than the limit of 52 MB. ${AGAIN}`);
  });
});

describe('content that is damaged', () => {
  const content = 'hello, hello, hello';
  const packed = deflateRawSync(content);

  test('a checksum that does not fit', async () => {
    expect(await refusalWith({ name, content, ...both({ crc32: 1 }) })).toBe(
      `The zip is damaged: the contents of “tides/x” do not match their checksum. ${AGAIN}`,
    );
    expect(await refusalWith({ name, content, method: 0, ...both({ crc32: crc32('x') }) })).toBe(
      `The zip is damaged: the contents of “tides/x” do not match their checksum. ${AGAIN}`,
    );
  });

  test.each([
    ['no compressed data', Buffer.from('hello')],
    ['cut', packed.subarray(0, -2)],
    ['without its end', deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH })],
  ])('%s', async (_what, bytes) => {
    expect(await refusalWith({ name, content, packed: bytes })).toBe(inflates(AGAIN));
  });

  test.each([
    ['one byte', Buffer.from('x')],
    ['a second compressed content', deflateRawSync('evil')],
    ['more than one piece', Buffer.alloc(200_000)],
  ])('hidden behind the compressed content: %s', async (_what, hidden) => {
    expect(await refusalWith({ name, content, packed: Buffer.concat([packed, hidden]) })).toBe(
      `“tides/x” has extra bytes after its compressed data, ${SO_THAT}`,
    );
  });

  test('a content of many pieces is measured to its end', async () => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251));
    for (const method of [0, 8]) {
      const { files } = await inspectBytes(buildZip({ entries: [{ name, content: large, method }] }));
      expect(files).toMatchObject([{ bytes: 300_000 }]);
      const changed = Buffer.from(large);
      changed.writeUInt8(changed.readUInt8(299_999) ^ 1, 299_999);
      expect(
        await refusalOf(buildZip({ entries: [{ name, content: changed, method, ...both({ crc32: crc32(large) }) }] })),
      ).toBe(`The zip is damaged: the contents of “tides/x” do not match their checksum. ${AGAIN}`);
    }
  });
});
