/** Accepted image types, with the extension for storing and serving. */
export const IMAGE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
};

/** Undefined for an extension that no stored image has. */
export function imageContentType(extension: string): string | undefined {
  return Object.keys(IMAGE_EXTENSIONS).find((type) => IMAGE_EXTENSIONS[type] === extension);
}
