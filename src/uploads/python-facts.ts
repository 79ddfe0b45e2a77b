import type { SyntaxNode, Tree } from '@lezer/common';
import { yieldTurn } from '../base/yield-turn.ts';

/** Replaces a part that is only known when the code runs. */
const COMPUTED = '…';

/** What a Python file uses, with names resolved through its imports. */
interface PythonFacts {
  /** The contents of its strings, which may contain hosts. Formatted parts are replaced by `…`. */
  strings: string[];
  /** Top-level names of modules. */
  imports: string[];
  keys: string[];
  commands: string[];
}

const RUNS =
  /^(?:os\.(?:system|popen|startfile|posix_spawnp?|exec\w+|spawn\w+)|subprocess\.(?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)|asyncio\.create_subprocess_(?:exec|shell)|pty\.spawn|(?:builtins\.)?(?:eval|exec))$/;
/** The platform's function that runs commands on the computer linked to the account. */
const RUNS_THERE = /(?:^|\.)exec_local_command$/;
const ASKS_FOR_KEY = /(?:^|\.)get_api_keys$/;
const IMPORTS = /^(?:importlib\.import_module|(?:builtins\.)?__import__)$/;

/** Parsing blocks the event loop, so it pauses after this many steps. */
const STEPS_AT_ONCE = 2000;

async function parse(source: string, until: number, signal: AbortSignal): Promise<Tree | null> {
  const { parser } = await import('@lezer/python');
  const parsing = parser.startParse(source);
  for (let step = 1; ; step += 1) {
    const tree = parsing.advance();
    if (tree) return tree;
    if (step % STEPS_AT_ONCE === 0) {
      await yieldTurn();
      signal.throwIfAborted();
      if (performance.now() > until) return null;
    }
  }
}

/**
 * Reads a file without running it. Of broken code, returns what can be read.
 * @param until deadline on `performance.now()`, because code can be written so that parsing takes very long.
 * @returns null if parsing takes longer, or the code is nested too deeply.
 * @throws the signal's reason.
 */
export async function readPythonFacts(source: string, until: number, signal: AbortSignal): Promise<PythonFacts | null> {
  try {
    const tree = await parse(source, until, signal);
    return tree && factsIn(tree, source);
  } catch (error) {
    // The parser recurses at each level of nesting. The possible depth depends on the rest of the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function factsIn(tree: Tree, source: string): PythonFacts {
  const file = new PythonFile(source);
  // Imports are read first, because a function may use an import that follows it.
  tree.iterate({ enter: ({ name, node }) => (name === 'ImportStatement' ? file.readImport(node) : undefined) });
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === 'CallExpression') file.readCall(node);
      return isString(name) ? file.readString(node) : undefined;
    },
  });
  return file.facts;
}

const isString = (name: string): boolean => /^(?:String|FormatString|ContinuedString)$/.test(name);

class PythonFile {
  readonly facts: PythonFacts = { strings: [], imports: [], keys: [], commands: [] };
  /** Full names, by the names used in this file. */
  readonly #names = new Map<string, string>();
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  readImport(node: SyntaxNode): false {
    // The words of `from a . b import c as d`, joined later, because dotted names may contain spaces.
    const words = childrenOf(node)
      .filter(({ name }) => name !== 'Comment' && name !== '(' && name !== ')')
      // Python normalizes names to this form.
      .map((child) => this.#text(child).normalize('NFKC'));
    const isFrom = words[0] === 'from';
    const at = words.indexOf('import');
    const from = isFrom ? words.slice(1, at).join('') : '';
    // A relative import refers to a file of the package itself.
    if (from.startsWith('.')) return false;
    if (isFrom) this.#addImport(from);
    for (const [path, alias] of splitNames(words.slice(at + 1))) {
      if (!isFrom) this.#addImport(path);
      const full = isFrom ? `${from}.${path}` : path;
      if (alias !== null) this.#names.set(alias, full);
      else if (isFrom) this.#names.set(path, full);
    }
    return false;
  }

  readCall(node: SyntaxNode): void {
    const [callee, list] = childrenOf(node);
    if (!callee || list?.name !== 'ArgList') return;
    const name = this.#fullName(callee);
    if (name === null) return;
    const argument = firstArgument(list);
    if (ASKS_FOR_KEY.test(name)) this.facts.keys.push(this.#literal(argument) ?? COMPUTED);
    else if (IMPORTS.test(name)) this.#addImport(this.#literal(argument) ?? COMPUTED);
    else if (RUNS.test(name) || RUNS_THERE.test(name))
      this.facts.commands.push(this.#command(argument) ?? `${name.split('.').slice(-2).join('.')}(${COMPUTED})`);
  }

  readString(node: SyntaxNode): false | undefined {
    const text = this.#literal(node);
    if (text !== null) this.facts.strings.push(text);
    // Descends into f-strings, which may contain calls and other strings, but not into the parts of a continued string.
    return node.name === 'FormatString' || node.getChild('FormatString') ? undefined : false;
  }

  #addImport(path: string): void {
    const [top = ''] = path.split('.');
    if (top !== '') this.facts.imports.push(top);
  }

  /** Resolves the first name of `self.worker.get_api_keys` through the imports. Null for anything but names. */
  #fullName(callee: SyntaxNode): string | null {
    if (callee.name !== 'VariableName' && callee.name !== 'MemberExpression') return null;
    const written = this.#text(callee).replace(/\s+/g, '').normalize('NFKC');
    const [first = '', ...others] = written.split('.');
    return [this.#names.get(first) ?? first, ...others].join('.');
  }

  /** The command `git pull`, from a string or a list of strings. */
  #command(argument: SyntaxNode | null): string | null {
    if (argument?.name !== 'ArrayExpression' && argument?.name !== 'TupleExpression') return this.#literal(argument);
    const items = childrenOf(argument).filter(({ name }) => !/^[[\](),]$|^Comment$/.test(name));
    return items.length === 0 ? null : items.map((item) => this.#literal(item) ?? COMPUTED).join(' ');
  }

  #literal(node: SyntaxNode | null): string | null {
    if (!node || !isString(node.name)) return null;
    if (node.name === 'ContinuedString')
      return childrenOf(node)
        .map((part) => this.#literal(part) ?? '')
        .join('');
    const [, prefix = '', quote = ''] = QUOTED.exec(this.#text(node)) ?? [];
    const [from, to] = [node.from + prefix.length + quote.length, node.to];
    let text = '';
    let at = from;
    for (const part of childrenOf(node)) {
      if (part.name !== 'FormatReplacement' || part.from < at) continue;
      text += `${this.#source.slice(at, part.from)}${COMPUTED}`;
      at = part.to;
    }
    text += this.#source.slice(at, to);
    const inside = text.endsWith(quote) ? text.slice(0, text.length - quote.length) : text;
    return /r/i.test(prefix) ? inside : decodeEscapes(inside);
  }

  #text = ({ from, to }: SyntaxNode): string => this.#source.slice(from, to);
}

const QUOTED = /^([a-z]{0,2})("""|'''|"|')/i;

/** Decodes escapes, because they could hide a host. */
const decodeEscapes = (text: string): string =>
  text.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|\n)/gi, (whole, byte, short, long) => {
    if (whole === '\\\n') return '';
    const code = Number.parseInt(byte ?? short ?? long, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** The value of the first argument, positional or named. */
function firstArgument(list: SyntaxNode): SyntaxNode | null {
  const [, first = null, sign, value] = childrenOf(list).filter(({ name }) => name !== 'Comment');
  if (first?.name === ')') return null;
  return sign?.name === 'AssignOp' ? (value ?? null) : first;
}

/** Splits `a . b as c , d` into names, each with its alias. */
function splitNames(words: readonly string[]): [string, string | null][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === ',') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.flatMap((part): [string, string | null][] => {
    const at = part.indexOf('as');
    const path = (at === -1 ? part : part.slice(0, at)).join('');
    return path === '' ? [] : [[path, at === -1 ? null : (part[at + 1] ?? null)]];
  });
}
