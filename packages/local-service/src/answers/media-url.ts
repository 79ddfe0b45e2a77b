import type { FastifyRequest } from 'fastify';

export const MEDIA_PATH = '/media/';

/** URL of a stored image, on the host that the client used. */
export function mediaUrl(request: FastifyRequest, file: string): string {
  return `${request.protocol}://${request.host}${MEDIA_PATH}${file}`;
}
