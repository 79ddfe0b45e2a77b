import { CATEGORIES, type Category } from '@abilities-bot/service-api';
import * as z from 'zod';

/** Form values suggested by the files of a package. */
export interface SuggestedForm {
  /** The heading of the README; may not be a valid name. */
  heading: string | null;
  /** The Ability's folder, or the only top-level folder; null if there are several, or files next to it. */
  folder: string | null;
  description: string | null;
  category: Category | null;
  /** The file that the category was read from. */
  categoryFrom: string | null;
  triggerWords: string[];
  /** The file that the trigger words were read from; null if there are none. */
  wordsFrom: string | null;
}

const NAMES = ['readme.md', 'readme.txt', 'readme', 'main.py', 'background.py', 'config.json'] as const;
type Name = (typeof NAMES)[number];
const README_NAMES = ['readme.md', 'readme.txt', 'readme'] as const;

/** The first of these files that the package has. */
interface Readme {
  name: string;
  text: string;
}
const NO_README: Readme = { name: 'README.md', text: '' };

/** A file that runs on the device itself. In the public Ability templates, only those of the category Local have it. */
const ON_DEVICE = 'devkit_functions.py';
const PROGRAMS: ReadonlySet<string> = new Set(['main.py', 'background.py', ON_DEVICE]);

/** Longer texts are cut, because the first lines are enough. */
const MAX_BYTES = 16 * 1024;

const MAX_DESCRIPTION = 300;

const MAX_WORDS = 20;

/** Collects the descriptive texts of a package during its inspection. */
export class PackageTexts {
  readonly #pieces = new Map<string, Buffer[]>();
  /** Paths of the programs that determine the category. */
  readonly #programs: string[] = [];
  /** The top-level folder of each path; null for a file at the top. */
  readonly #folders = new Set<string | null>();

  readonly visit = (path: string, piece: Buffer): void => {
    const name = baseOf(path);
    if (PROGRAMS.has(name) && !this.#programs.includes(path)) this.#programs.push(path);
    this.#folders.add(path.includes('/') ? path.slice(0, path.indexOf('/')) : null);
    const pieces = this.#pieces.get(path) ?? [];
    if (!isName(name) || pieces.reduce((sum, { length }) => sum + length, 0) >= MAX_BYTES) return;
    this.#pieces.set(path, [...pieces, Buffer.from(piece)]);
  };

  /**
   * @param root the Ability's folder, with a trailing slash; empty for the whole zip. Texts in it take precedence.
   * @param isOnlyRoot true if the texts outside are about other Abilities.
   */
  suggest(root = '', isOnlyRoot = false): SuggestedForm {
    const textOf = (...names: Name[]) => {
      const inside = names.flatMap((name) => this.#text(name, root) ?? []);
      return inside[0] ?? (isOnlyRoot ? null : (names.flatMap((name) => this.#text(name, '') ?? [])[0] ?? null));
    };
    const readme = this.#readme(root) ?? (isOnlyRoot ? null : this.#readme('')) ?? NO_README;
    const config = readConfig(textOf('config.json'));
    const [top = null, ...others] = this.#folders;
    const folder = root === '' ? (others.length > 0 ? null : top) : (root.split('/').at(-2) ?? null);
    return {
      heading: headingOf(readme.text),
      folder,
      description:
        config.description ??
        paragraphOf(readme.text) ??
        docstringOf(textOf('main.py')) ??
        docstringOf(textOf('background.py')),
      ...(config.category
        ? { category: config.category, categoryFrom: 'config.json' }
        : this.#categoryOfPrograms(root)),
      ...(config.triggerWords.length > 0
        ? { triggerWords: config.triggerWords, wordsFrom: 'config.json' }
        : wordsOf(readme)),
    };
  }

  #categoryOfPrograms(root: string): Pick<SuggestedForm, 'category' | 'categoryFrom'> {
    const programs = new Set(this.#programs.filter((path) => path.startsWith(root)).map(baseOf));
    if (programs.has(ON_DEVICE)) return { category: 'local', categoryFrom: ON_DEVICE };
    const isDaemon = programs.has('background.py') && !programs.has('main.py');
    if (isDaemon) return { category: 'background_daemon', categoryFrom: 'background.py' };
    return { category: null, categoryFrom: null };
  }

  #readme(root: string): Readme | null {
    const [found = null] = README_NAMES.flatMap((name) => {
      const text = this.#text(name, root);
      return text === null ? [] : { name: name.replace('readme', 'README'), text: tidy(text) };
    });
    return found;
  }

  /** The text of the file closest to the top of this folder. */
  #text(name: Name, root: string): string | null {
    const depthOf = (path: string) => path.split('/').length;
    const [path] = [...this.#pieces.keys()]
      .filter((candidate) => baseOf(candidate) === name && candidate.startsWith(root))
      .sort((a, b) => depthOf(a) - depthOf(b));
    // Cut again, because a single piece may be longer, and the reading time grows faster than the text.
    return path === undefined ? null : Buffer.concat(this.#pieces.get(path) ?? []).toString('utf8', 0, MAX_BYTES);
  }
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

const isName = (name: string): name is Name => NAMES.some((one) => one === name);

const MAX_WORD = 100;

/**
 * Longer lines are cut: they are no titles or lists, and the time of some patterns grows with the square of the length.
 */
const MAX_LINE = 500;

const tidy = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE))
    .join('\n');

/** Maximum number of headings to try until one is followed by trigger words. */
const MAX_HEADINGS = 20;

const Words = z.array(z.string().trim().min(1).max(MAX_WORD)).catch([]);

/** The settings file of the Ability templates. Invalid fields are ignored. */
const Config = z
  .object({
    description: z.string().trim().min(1).optional().catch(undefined),
    category: z.enum(CATEGORIES).optional().catch(undefined),
    matching_hotwords: Words.default([]),
    trigger_words: Words.default([]),
  })
  .catch({ matching_hotwords: [], trigger_words: [] });

function readConfig(text: string | null) {
  const { category, description, matching_hotwords, trigger_words } = Config.parse(readJson(text));
  return {
    category,
    description: description === undefined ? null : oneLine(description),
    triggerWords: [...new Set([...matching_hotwords, ...trigger_words])].slice(0, MAX_WORDS),
  };
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const headingOf = (readme: string): string | null => /^#[ \t]+(\S.*)$/m.exec(readme)?.[1]?.trim() ?? null;

const TRIGGER_WORDS = String.raw`\b(?:trigger(?:s| words?| phrases?)|hotwords?|wake phrases?)\b`;
/**
 * Matches `## Suggested trigger words for tides`, `**Trigger Phrases:** "high tide"` and `Trigger words: high tide`,
 * but not the same words in a sentence.
 */
const WORDS_HEADINGS = [
  new RegExp(String.raw`^#{1,6}[ \t]+[^\n:]*?${TRIGGER_WORDS}[^\n:]*(?::[*_ \t]*(.*))?$`, 'gim'),
  new RegExp(String.raw`^[^\n\w]*(?:\w+ ){0,2}${TRIGGER_WORDS}(?:[*_ \t]*:|\*\*|__)[*_ \t]*(.*)$`, 'gim'),
];
const ITEM = /^\s*(?:[-*+•]|\d+[.)])\s+(.+)$/;
const QUOTED = /["“„«`]([^"“”„«»`\n]+)["”“»`]/g;
const FENCE = /^(?:```|~~~)/;

/** Reads trigger words that a README lists below a heading, or on its line. */
function wordsOf({ name, text }: Readme): Pick<SuggestedForm, 'triggerWords' | 'wordsFrom'> {
  const headings = WORDS_HEADINGS.flatMap((kind) => [...text.matchAll(kind)]);
  for (const { 0: heading, 1: beside = '', index } of headings.slice(0, MAX_HEADINGS)) {
    const found = wordsUnder(beside, text.slice(index + heading.length).split('\n'));
    const triggerWords = [...new Set(found)].filter((word) => word !== '' && word.length <= MAX_WORD);
    if (triggerWords.length > 0) return { triggerWords: triggerWords.slice(0, MAX_WORDS), wordsFrom: name };
  }
  return { triggerWords: [], wordsFrom: null };
}

/** Reads a list, the first column of a table, a code block, or a single line. */
function wordsUnder(beside: string, below: readonly string[]): string[] {
  const end = below.findIndex((line) => /^\s*(?:#|\*\*[^*]+\*\*:?\s*$)/.test(line));
  const lines = [beside, ...(end < 0 ? below : below.slice(0, end))]
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const items = lines.flatMap((line) => ITEM.exec(line)?.[1] ?? []);
  if (items.length > 0) return items.flatMap(wordsOfItem);
  const rows = lines.filter((line) => line.startsWith('|')).slice(2);
  if (rows.length > 0) return rows.flatMap((row) => wordsOfItem(row.split('|')[1]?.trim() ?? ''));
  const opens = lines.findIndex((line) => FENCE.test(line));
  if (opens < 0) return wordsOfLine(lines[0] ?? '');
  const closes = lines.findIndex((line, at) => at > opens && FENCE.test(line));
  return lines.slice(opens + 1, closes < 0 ? undefined : closes);
}

const quotedIn = (text: string): string[] => [...text.matchAll(QUOTED)].map(([, word = '']) => word.trim());

/** Reads `high tide` from `**high tide** - says when`. */
function wordsOfItem(item: string): string[] {
  const quoted = quotedIn(item);
  if (quoted.length > 0) return quoted;
  const [words = ''] = item.replace(/\*\*|__/g, '').split(/\s+[-–—]\s+|:\s|\s\(/);
  return [words.replace(/[.!]$/, '').trim()];
}

/** Reads quoted words, or words separated by commas if the line is not a sentence. */
function wordsOfLine(line: string): string[] {
  const quoted = quotedIn(line);
  if (quoted.length > 0 || !line.includes(',') || /[.!?]$/.test(line)) return quoted;
  return line.split(',').map((word) => word.replace(/[*_]/g, '').trim());
}

/** The first paragraph of prose, without Markdown marks. */
function paragraphOf(readme: string): string | null {
  const isProse = (text: string) => /^[\p{L}\p{N}"“*_[`(]/u.test(text) && !/^\[!\[/.test(text);
  const paragraphs = readme.split(/\n\s*\n/).flatMap((block) => {
    // A heading may be followed by text without an empty line.
    const lines = block.split('\n').filter((line) => !/^\s*(?:#|={3,}|-{3,})/.test(line));
    return lines.join(' ').trim();
  });
  const found = paragraphs.find(isProse);
  return found === undefined
    ? null
    : oneLine(found.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replace(/[*`]|(?<!\w)_|_(?!\w)/g, ''));
}

const docstringOf = (source: string | null): string | null => {
  const found = /^(?:\s|#.*\n)*[rRuU]?("""|''')([\s\S]*?)\1/.exec(source ?? '')?.[2]?.trim();
  return found ? oneLine(found.split(/\n\s*\n/)[0] ?? '') : null;
};

/** Converts text to a single line that fits the field; if it is too long, cuts it after a sentence or word. */
function oneLine(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line === '' ? null : line;
  const start = line.slice(0, MAX_DESCRIPTION);
  const end = Math.max(start.lastIndexOf('. ') + 1, 0) || start.lastIndexOf(' ');
  return start.slice(0, end > 0 ? end : MAX_DESCRIPTION).trim();
}
