/** A file type, detected from a file's first bytes. */
export interface FileKind {
  /** The name with its article: `a PNG image`. */
  name: string;
  /** True if the file can contain other files. */
  isArchive: boolean;
}

interface Magic extends FileKind {
  bytes: string;
  at?: number;
  /** A second signature, for formats that begin with the same bytes. */
  and?: { bytes: string; at: number };
}

const file = (name: string, bytes: string, at = 0, and?: Magic['and']): Magic =>
  and ? { name, isArchive: false, bytes, at, and } : { name, isArchive: false, bytes, at };
const archive = (name: string, bytes: string, at = 0): Magic => ({ name, isArchive: true, bytes, at });

/** Signatures in latin1. The first match counts. */
const MAGICS: readonly Magic[] = [
  archive('a part of a split zip', 'PK\x07\x08'),
  archive('a part of a split zip', 'PK00PK'),
  archive('a zip', 'PK\x03\x04'),
  archive('a zip', 'PK\x05\x06'),
  archive('a gzip archive', '\x1f\x8b'),
  archive('a bzip2 archive', 'BZh'),
  archive('an xz archive', '\xfd7zXZ\0'),
  archive('a Zstandard archive', '\x28\xb5\x2f\xfd'),
  archive('a 7z archive', '7z\xbc\xaf\x27\x1c'),
  archive('a RAR archive', 'Rar!\x1a\x07'),
  archive('a cabinet archive', 'MSCF\0\0\0\0'),
  archive('a tar archive', 'ustar', 257),
  archive('a Debian package', '!<arch>\ndebian'),
  archive('a macOS package', 'xar!'),
  file('a PDF document', '%PDF-'),
  file('an old office document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  file('an RTF document', '{\\rtf'),
  file('a PNG image', '\x89PNG\r\n\x1a\n'),
  file('a JPEG image', '\xff\xd8\xff'),
  file('a GIF image', 'GIF8'),
  file('a WebP image', 'RIFF', 0, { bytes: 'WEBP', at: 8 }),
  file('a TIFF image', 'II*\0'),
  file('a TIFF image', 'MM\0*'),
  file('a HEIC image', 'ftyphei', 4),
  file('a video', 'ftyp', 4),
  file('a sound file', 'RIFF', 0, { bytes: 'WAVE', at: 8 }),
  file('a sound file', 'ID3'),
  file('a sound file', 'OggS'),
  file('a sound file', 'fLaC'),
  file('a program for Linux', '\x7fELF'),
  file('a program for Windows', 'MZ'),
  file('a program for macOS', '\xcf\xfa\xed\xfe'),
  file('a SQLite database', 'SQLite format 3\0'),
];

const PYTHON = /^#!.*python|^(?:from\s+[\w.]+\s+import\s|import\s+\w|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[(:])/m;
const WEB_PAGE = /^<(?:!doctype html|html|head|body)\b/;

/** @param head the first bytes of the file; 4 KiB are enough. */
export function detectFileKind(head: Buffer): FileKind | undefined {
  const start = head.toString('latin1');
  const fits = ({ bytes, at }: { bytes: string; at?: number }) => start.startsWith(bytes, at ?? 0);
  const magic = MAGICS.find((one) => fits(one) && (!one.and || fits(one.and)));
  return magic ?? detectTextKind(head);
}

function detectTextKind(head: Buffer): FileKind | undefined {
  const text = readText(head);
  if (text === undefined) return undefined;
  const named = (name: string): FileKind => ({ name, isArchive: false });
  const begin = withoutComments(text).toLowerCase();
  if (WEB_PAGE.test(begin)) return named('a web page');
  if (begin.startsWith('<?xml') || begin.startsWith('<svg')) return named('an XML file');
  if (/^[[{]\s*["{[\]}]/.test(begin)) return named('a JSON file');
  if (PYTHON.test(text)) return named('a Python file');
  return named('a text file');
}

/** Removes leading comments, with which a web page may begin. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end === -1) return rest;
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

/** Decodes the start of a text; undefined if it isn't text. */
function readText(head: Buffer): string | undefined {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    // The last character may be incomplete.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    const isText =
      text.trim() !== '' && ![...text].some((character) => character < ' ' && !'\t\n\v\f\r\x1b'.includes(character));
    return isText ? text : undefined;
  } catch {
    return undefined;
  }
}
