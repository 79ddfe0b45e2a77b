/** The URL if it opens a page or an email; undefined for `javascript:` and the like. */
export function safeAddress(url: string): string | undefined {
  return /^(https?:\/\/|mailto:)/i.test(url) ? url : undefined;
}
