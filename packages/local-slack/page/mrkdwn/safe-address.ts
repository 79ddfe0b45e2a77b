/** The address, if a click on it can only open a page or a mail; undefined for `javascript:` and its kin. */
export function safeAddress(url: string): string | undefined {
  return /^(https?:\/\/|mailto:)/i.test(url) ? url : undefined;
}
