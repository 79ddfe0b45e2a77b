export type Fault =
  /** This status, body (an object as JSON, a string unchanged, absent as an empty body) and headers. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
    }
  /** The real answer, delayed. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Closes the connection without an answer. */
  | { readonly kind: 'reset' }
  /** No answer until the client gives up or the service stops. */
  | { readonly kind: 'silent' }
  /** Headers with status 200, then an endless stream of single spaces. */
  | { readonly kind: 'drip' }
  /** An HTML page; status 200 by default. */
  | { readonly kind: 'html'; readonly status?: number }
  /** Status 200 and truncated JSON. */
  | { readonly kind: 'truncated' }
  /** Status 200 and JSON of an unknown shape, or `body`. */
  | { readonly kind: 'wrong-shape'; readonly body?: unknown }
  /** A redirect; status 301 by default. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number };

export interface FaultRule {
  /** Which requests: all if empty. A string is the whole path without the query; a RegExp is tested against it. */
  readonly match: { readonly method?: string; readonly path?: string | RegExp };
  /** How many requests it affects; absent: all until `clear`. */
  readonly times?: number;
  readonly fault: Fault;
  /**
   * The request is carried out, and only its answer is replaced ("created, but 500"). A rejected request (invalid key,
   * name taken) keeps its real answer. Otherwise nothing is carried out.
   */
  readonly afterEffect?: boolean;
}

/** Configured faults, for tests and experiments. The first matching rule applies. */
export class Faults {
  #rules: { rule: FaultRule; left: number }[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The rule for this request, counted as used. */
  take(method: string, path: string): FaultRule | undefined {
    const found = this.#rules.find(({ rule, left }) => left > 0 && matches(rule.match, method, path));
    if (!found) return undefined;
    found.left -= 1;
    return found.rule;
  }
}

function matches(match: FaultRule['match'], method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path === undefined) return true;
  return typeof match.path === 'string' ? match.path === path : path.search(match.path) !== -1;
}
