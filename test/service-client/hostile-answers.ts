import type { Answer } from './hostile-server.ts';

/** Responses that a service can give, good and bad. */

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

export const html = (status: number): Answer =>
  text(status, '<!DOCTYPE html><html><title>Welcome</title></html>', { 'content-type': 'text/html; charset=utf-8' });

export const truncatedJson = (status: number): Answer =>
  text(status, '{"detail":"Abil', { 'content-type': 'application/json' });

export const empty = (status: number): Answer => text(status, '');

export const redirect = (location: string, status = 301): Answer => text(status, '', { location });

/** A file with status 200. */
export const file =
  (body: Uint8Array, type = 'application/zip', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);

/** A body without a declared length: it ends when the connection does, complete or not. */
export const unannounced =
  (body: Uint8Array): Answer =>
  (response) => {
    response.socket?.end(
      Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\nContent-Type: application/zip\r\n\r\n'), body]),
    );
  };

/** A file with its full length declared, of which only `part` arrives before the connection is cut. */
export const cutFile =
  (part: Uint8Array, length: number): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': String(length) });
    response.write(part, () => response.destroy());
  };

/** A chunked file without a declared length, cut before the last chunk. */
export const cutChunks =
  (part: Uint8Array): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/zip' });
    response.write(part, () => response.destroy());
  };

/** A file that starts and then stalls while the connection stays open. */
export const stalledFile =
  (part: Uint8Array): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/zip' });
    response.write(part);
  };

/** Starts like a zip and never ends. */
export const endlessZip: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/zip' }).write('PK\x03\x04');
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pour);
  pour();
};

/** The connection ends without a byte. */
export const reset: Answer = (response) => response.socket?.resetAndDestroy();

/** The request is read and never answered. */
export const silent: Answer = () => undefined;

/** Headers and the start of a body, then nothing more while the connection stays open. */
export const stall =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.write('[');
  };

/** One space every few milliseconds for as long as the client listens. */
export const drip: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write(' ');
  const timer = setInterval(() => response.write(' '), 5);
  response.once('close', () => clearInterval(timer));
};

/** Declares more than it sends, then cuts the connection. */
export const shortOfItsLength =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"detail":', () => response.destroy());
  };

/** An endless body, as fast as the client accepts it. */
export const endless =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  };
