/** For example `12 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const kilobytes = bytes / 1000;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} kB`;
  return `${(kilobytes / 1000).toFixed(1)} MB`;
}
