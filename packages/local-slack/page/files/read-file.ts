import type { DroppedFile } from './dropped-file.ts';

/** Rejects when the browser cannot read the file, for example because it is a folder. */
export function readFile(file: File): Promise<DroppedFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read.`));
    reader.onload = () => {
      const address = String(reader.result);
      // A data URL: the content follows the first comma.
      resolve({ name: file.name, base64: address.slice(address.indexOf(',') + 1) });
    };
    reader.readAsDataURL(file);
  });
}
