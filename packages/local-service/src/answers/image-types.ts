/** Images that the service keeps, and the ending that each is stored and served under. */
export const IMAGE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
};

/** The content type of a stored image, or undefined for a name that no stored image has. */
export function imageContentType(extension: string): string | undefined {
  return Object.keys(IMAGE_EXTENSIONS).find((type) => IMAGE_EXTENSIONS[type] === extension);
}
