import type { ServerResponse } from 'node:http';

/** Nothing is loaded from elsewhere, nothing is kept by the browser, and no address with a code in it is passed on. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

const STYLE =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem;color:#1d1c1d;background:#fff}' +
  'a{color:#0b4c8c}code{background:#f0f0f0;padding:.1em .3em;border-radius:.2em}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1a1d21}a{color:#8ec5ff}code{background:#333}}';

/** A page of the installation. All of it is text; nothing of it runs. */
export interface InstallPage {
  title: string;
  /** A paragraph each. A command of the bot stands in backticks. */
  paragraphs: readonly string[];
  link?: { text: string; address: string };
}

export function renderInstallPage({ link, paragraphs, title }: InstallPage): string {
  const commands = (text: string) => escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
  return [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${commands(text)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.text)}</a></p>`] : []),
    '</main></body></html>',
  ].join('\n');
}

export function setPageHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

export function sendInstallPage(response: ServerResponse, status: number, page: InstallPage): void {
  setPageHeaders(response);
  response.writeHead(status).end(renderInstallPage(page));
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
