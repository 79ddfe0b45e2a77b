import type { DroppedFile } from './dropped-file.ts';

/** The name and content of a file of the visitor's. Rejects when the browser cannot read it, as with a folder. */
export function readFile(file: File): Promise<DroppedFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read.`));
    reader.onload = () => {
      const address = String(reader.result);
      // A data URL: what follows the first comma is the content.
      resolve({ name: file.name, base64: address.slice(address.indexOf(',') + 1) });
    };
    reader.readAsDataURL(file);
  });
}
