import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  type: string;
  bytes: Buffer;
}

/** Inserted into the HTML. */
export interface PageNames {
  /** Title of the browser tab. */
  title: string;
  /** The page's name for the program that serves it: `local Slack`. */
  name: string;
}

/** The built page by path (`/`, `/assets/…`). In memory, so that no path can reach other files. */
export async function readPageFiles(folder: string, names: PageNames): Promise<Map<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const route = `/${path
      .slice(folder.length + 1)
      .split(sep)
      .join('/')}`;
    const file = { type: TYPES[extname(path)] ?? 'application/octet-stream', bytes: await readFile(path) };
    if (route === '/index.html') files.set('/', { ...file, bytes: withNames(file.bytes, names) });
    else files.set(route, file);
  }
  return files;
}

function withNames(html: Buffer, { title, name }: PageNames): Buffer {
  const text = html.toString().replaceAll('{{title}}', () => escapeHtml(title));
  return Buffer.from(text.replaceAll('{{name}}', () => escapeHtml(name)));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
