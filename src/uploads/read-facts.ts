import { yieldTurn } from '../base/yield-turn.ts';
import type { CodeFacts, FactKind } from '../store/code-facts-record.ts';
import { readPythonFacts } from './python-facts.ts';

type PackageFacts = Readonly<Record<FactKind, ReadonlySet<string>>>;

/** Files by path, with the package's files at the root. Null if a file is not text, or too long. */
type PackedTexts = ReadonlyMap<string, string | null>;

const PYTHON = /\.pyw?$/i;
/** Files to search for hosts. Excludes documents, which mention hosts that the code doesn't use. */
const CONFIG = /\.(?:json|ya?ml|toml|ini|cfg|env|sh|js)$/i;

/** Maximum length of one fact. */
const MAX_LENGTH = 100;
/** Maximum number of facts of each kind. */
const MAX_FACTS = 2000;
/** Time limit per package. A typical one takes a fraction of a second. */
const MAX_MS = 10_000;
/** Limits the size of the record. Further facts are only counted. */
const MAX_LISTED = 20;

/** Matches known schemes only, because any name could precede the colon. */
const URL_START =
  /(?:https?|wss?|s?ftps?|ssh|mqtts?|rediss?|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|amqps?|smtps?|imaps?|tcp|udp|rtsp|grpc):\/\/([^\s/?#"'<>\\^`|]{0,300})/gi;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Finds the hosts, third-party keys, commands and modules that the code uses. They are read from the text, and code can
 * hide what it does, so this doesn't prove that it does nothing else.
 * @throws the signal's reason.
 */
export async function readFacts(files: PackedTexts, signal: AbortSignal): Promise<PackageFacts> {
  const facts = { hosts: new Set<string>(), keys: new Set<string>(), commands: new Set<string>() };
  const imports = new Set<string>();
  const unread = new Set<string>();
  const add = (to: Set<string>, all: Iterable<string>) => {
    for (const one of all) if (to.size < MAX_FACTS) to.add(one);
  };
  const until = performance.now() + MAX_MS;
  for (const [path, text] of files) {
    if (!PYTHON.test(path) && !CONFIG.test(path)) continue;
    await yieldTurn();
    signal.throwIfAborted();
    if (text === null) add(unread, [path]);
    else if (PYTHON.test(path)) {
      const found = await readPythonFacts(text, until, signal);
      if (found === null) {
        add(unread, [path]);
        continue;
      }
      add(facts.hosts, found.strings.flatMap(hostsIn));
      add(facts.keys, found.keys);
      add(facts.commands, found.commands);
      add(imports, found.imports);
    } else add(facts.hosts, urlHostsIn(text));
  }
  for (const own of ownModules(files.keys())) imports.delete(own);
  return { ...facts, imports, unread };
}

const hostsIn = (text: string): string[] => (IPV4.test(text) ? [text] : urlHostsIn(text));

const urlHostsIn = (text: string): string[] =>
  [...text.matchAll(URL_START)].map(([, authority = '']) => hostOf(authority));

function hostOf(authority: string): string {
  // Everything before the last @ is a username, which may look like a host.
  const named = authority.slice(authority.lastIndexOf('@') + 1);
  const host = named.startsWith('[') ? named.replace(/].*$/, ']') : named.replace(/[),;.\]}]+$/, '');
  if (host === '' || host.includes('…') || host.includes('{')) return host === '' ? '…' : host;
  // Parsed by the same rules as in browsers, so that look-alike letters become `xn--…`.
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  return url === null || url.hostname === '' ? host : url.hostname;
}

/** The package's own files and folders, as modules. */
const ownModules = (paths: Iterable<string>): Set<string> =>
  new Set([...paths].map((path) => (path.split('/')[0] ?? '').replace(PYTHON, '')));

/** Writes look-alike letters and control characters as escapes, so that nothing looks like something else. */
function tidy(fact: string): string {
  const written = fact
    .slice(0, MAX_LENGTH + 1)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[^ -~…]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16) ?? ''}}`);
  return written.length > MAX_LENGTH ? `${written.slice(0, MAX_LENGTH)}…` : written;
}

export function compareFacts(before: PackageFacts, after: PackageFacts): CodeFacts {
  const compare = (kind: FactKind) => {
    const all = [...after[kind]].sort();
    return {
      kept: listed(all.filter((one) => before[kind].has(one))),
      added: listed(all.filter((one) => !before[kind].has(one))),
    };
  };
  return {
    hosts: compare('hosts'),
    keys: compare('keys'),
    commands: compare('commands'),
    imports: compare('imports'),
    unread: compare('unread'),
  };
}

const listed = (all: readonly string[]) => ({ first: all.slice(0, MAX_LISTED).map(tidy), count: all.length });
