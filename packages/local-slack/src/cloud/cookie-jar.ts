/** Cookies by host name: as in every browser, all ports of a host share them. */
export class CookieJar {
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
