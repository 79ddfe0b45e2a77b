import { CATEGORIES, type Category } from '@abilities-bot/service-api';
import * as z from 'zod';

/** Values for the upload form that a package's own files suggest. */
export interface SuggestedForm {
  /** From the heading of its README; not checked against the rule for names. */
  heading: string | null;
  description: string | null;
  category: Category | null;
  triggerWords: string[];
}

const NAMES = ['readme.md', 'readme.txt', 'readme', 'main.py', 'background.py', 'config.json'] as const;
type Name = (typeof NAMES)[number];

/** Longer texts are not read further: the first lines are enough. */
const MAX_BYTES = 16 * 1024;

const MAX_DESCRIPTION = 300;

const MAX_WORDS = 20;

/** Collects the texts of a package that say what it is, while it is inspected. */
export class PackageTexts {
  readonly #pieces = new Map<string, Buffer[]>();
  #isDaemon = false;
  #hasMain = false;

  readonly visit = (path: string, piece: Buffer): void => {
    const name = baseOf(path);
    if (name === 'main.py') this.#hasMain = true;
    if (name === 'background.py') this.#isDaemon = true;
    const pieces = this.#pieces.get(path) ?? [];
    if (!isName(name) || pieces.reduce((sum, { length }) => sum + length, 0) >= MAX_BYTES) return;
    this.#pieces.set(path, [...pieces, Buffer.from(piece)]);
  };

  suggest(): SuggestedForm {
    const readme = this.#text('readme.md') ?? this.#text('readme.txt') ?? this.#text('readme') ?? '';
    const config = readConfig(this.#text('config.json'));
    return {
      heading: headingOf(readme),
      description:
        config.description ??
        paragraphOf(readme) ??
        docstringOf(this.#text('main.py')) ??
        docstringOf(this.#text('background.py')),
      category: config.category ?? (this.#isDaemon && !this.#hasMain ? 'background_daemon' : null),
      triggerWords: config.triggerWords,
    };
  }

  /** The one closest to the top. */
  #text(name: Name): string | null {
    const depthOf = (path: string) => path.split('/').length;
    const [path] = [...this.#pieces.keys()]
      .filter((candidate) => baseOf(candidate) === name)
      .sort((a, b) => depthOf(a) - depthOf(b));
    return path === undefined ? null : Buffer.concat(this.#pieces.get(path) ?? []).toString('utf8');
  }
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

const isName = (name: string): name is Name => NAMES.some((one) => one === name);

const Words = z.array(z.string().trim().min(1).max(100)).catch([]);

/** The settings file of Ability templates. Wrong fields are ignored. */
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

/** The first paragraph of prose, without Markdown's marks. */
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
    : oneLine(found.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]|(?<!\w)_|_(?!\w)/g, ''));
}

const docstringOf = (source: string | null): string | null => {
  const found = /^(?:\s|#.*\n)*[rRuU]?("""|''')([\s\S]*?)\1/.exec(source ?? '')?.[2]?.trim();
  return found ? oneLine(found.split(/\n\s*\n/)[0] ?? '') : null;
};

/** One line that fits the field, ending with a whole sentence or word if it has to be cut. */
function oneLine(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line === '' ? null : line;
  const start = line.slice(0, MAX_DESCRIPTION);
  const end = Math.max(start.lastIndexOf('. ') + 1, 0) || start.lastIndexOf(' ');
  return start.slice(0, end > 0 ? end : MAX_DESCRIPTION).trim();
}
