/** A way to answer badly. */
export type Fault =
  /** This status, body (an object is sent as JSON, a string as it is, none as an empty body) and headers. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
    }
  /** The true answer, late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The connection is cut without an answer. */
  | { readonly kind: 'reset' }
  /** No answer until the client gives up or the service stops. */
  | { readonly kind: 'silent' }
  /** The head of an answer with status 200, then spaces one by one, without an end. */
  | { readonly kind: 'drip' }
  /** An HTML page; status 200 unless given. */
  | { readonly kind: 'html'; readonly status?: number }
  /** Status 200 and JSON that stops in the middle. */
  | { readonly kind: 'truncated' }
  /** Status 200 and JSON of a shape that no endpoint has, or `body`. */
  | { readonly kind: 'wrong-shape'; readonly body?: unknown }
  /** A redirect; status 301 unless given. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number };

export interface FaultRule {
  /** Which requests: all of them when empty. A string is the whole path without the query, a RegExp is tried on it. */
  readonly match: { readonly method?: string; readonly path?: string | RegExp };
  /** How many requests it strikes; without it, every one until `clear`. */
  readonly times?: number;
  readonly fault: Fault;
  /**
   * The request is carried out, and only its answer is replaced ("created, but 500"). A request that is refused, by a
   * wrong key or a taken name, keeps its true answer. Without it, nothing is carried out.
   */
  readonly afterEffect?: boolean;
}

/** Faults that the service is to show, for tests and for trying the bot out. The first rule that matches strikes. */
export class Faults {
  #rules: { rule: FaultRule; left: number }[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The rule that strikes this request, counted as used. */
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
