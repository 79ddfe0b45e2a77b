import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { imageContentType } from '../answers/image-types.ts';
import { MEDIA_PATH } from '../answers/media-url.ts';
import { RequestError } from '../http/request-error.ts';
import type { FileStore } from '../storage/file-store.ts';

const Params = z.object({ file: z.string().regex(/^[\da-f-]+\.[a-z]+$/) });

/** The two routes without authentication: images, which browsers load, and the health check. */
export function addOpenRoutes(server: FastifyInstance, images: FileStore): void {
  server.get('/healthz', async () => ({ ok: true }));

  server.get(`${MEDIA_PATH}:file`, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const type = data && imageContentType(extname(data.file));
    if (!data || !type) throw new RequestError(404, 'Not found.');
    const stream = createReadStream(images.pathOf(data.file));
    const missing = await new Promise<boolean>((resolve) => {
      stream.once('open', () => resolve(false)).once('error', () => resolve(true));
    });
    if (missing) throw new RequestError(404, 'Not found.');
    // An uploaded SVG may contain a script; the sandbox prevents it from running on this origin.
    reply.headers({ 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' }).type(type);
    return stream;
  });
}
