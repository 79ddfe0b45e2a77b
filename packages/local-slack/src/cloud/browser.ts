const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 10;

/** A requested page and its response. */
export interface Hop {
  method: 'GET' | 'POST';
  url: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  setCookies: readonly string[];
  body: string;
}

/** The parts of a browser that an installation needs: cookies, redirects and a history. */
export class Browser {
  readonly #cookies = new CookieJar();
  readonly #hops: Hop[] = [];

  /** Every page, the latest last. */
  get hops(): readonly Hop[] {
    return this.#hops;
  }

  /** Opens a page, or posts a form to it, and follows redirects as long as they lead to web pages. */
  async open(address: string, form?: URLSearchParams): Promise<Hop> {
    let hop = await this.#request(address, form);
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
      const next = hop.status >= 300 && hop.status < 400 ? hop.headers.location : undefined;
      if (next === undefined || !/^https?:/.test(new URL(next, hop.url).protocol)) return hop;
      hop = await this.#request(new URL(next, hop.url).href);
    }
    throw new Error(`${address} redirects more than ${MAX_REDIRECTS} times.`);
  }

  async #request(address: string, form?: URLSearchParams): Promise<Hop> {
    const url = new URL(address);
    const cookie = this.#cookies.header(url);
    const method = form ? 'POST' : 'GET';
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }) },
      ...(form && { body: form }),
    });
    const setCookies = response.headers.getSetCookie();
    this.#cookies.take(url, setCookies);
    const headers = Object.fromEntries(response.headers);
    const hop: Hop = {
      method,
      url: url.href,
      status: response.status,
      headers,
      setCookies,
      body: await response.text(),
    };
    this.#hops.push(hop);
    return hop;
  }
}

/** Cookies by host name: as in every browser, all ports of a host share them. */
class CookieJar {
  readonly #byHost = new Map<string, Map<string, string>>();

  /** Stores a page's cookies. Secure cookies work too, as in browsers on localhost. */
  take({ hostname }: URL, setCookies: readonly string[]): void {
    const cookies = this.#byHost.get(hostname) ?? new Map<string, string>();
    this.#byHost.set(hostname, cookies);
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const equals = pair.indexOf('=');
      if (equals < 1) continue;
      const name = pair.slice(0, equals);
      if (isOver(attributes)) cookies.delete(name);
      else cookies.set(name, pair.slice(equals + 1));
    }
  }

  /** The Cookie header for a page; empty if there are no cookies. */
  header({ hostname }: URL): string {
    return [...(this.#byHost.get(hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

function isOver(attributes: readonly string[]): boolean {
  return attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.split('=');
    if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
    return name.toLowerCase() === 'expires' && Date.parse(value) <= Date.now();
  });
}
