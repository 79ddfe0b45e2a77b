import type { SeenRequest } from './hostile-server.ts';

/** The multipart form of a request. */
export function readForm({ headers, body }: SeenRequest): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
}
