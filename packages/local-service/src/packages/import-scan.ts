import { StringDecoder } from 'node:string_decoder';

/** Imports are shorter; the rest of a longer line is ignored. */
const MAX_OF_A_LINE = 4096;

/** Finds which of the given modules a Python source imports. Streaming. */
export class ImportScan {
  readonly #modules: readonly string[];
  readonly #decoder = new StringDecoder('utf8');
  readonly #found = new Set<string>();
  #rest = '';

  constructor(modules: readonly string[]) {
    this.#modules = modules;
  }

  add(piece: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(piece)).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, MAX_OF_A_LINE);
    for (const line of lines) this.#read(line);
  }

  finish(): ReadonlySet<string> {
    this.#read(this.#rest + this.#decoder.end());
    return this.#found;
  }

  #read(line: string): void {
    const [, imported, from] = /^\s*(?:import\s+(.+)|from\s+([\w.]+)\s+import\b)/.exec(line) ?? [];
    const names = from ? [from] : (imported?.split(',').map((part) => part.trim().split(/\s/)[0] ?? '') ?? []);
    for (const module of this.#modules) {
      if (names.some((name) => name === module || name.startsWith(`${module}.`))) this.#found.add(module);
    }
  }
}
