import type { FastifyRequest } from 'fastify';

export const MEDIA_PATH = '/media/';

/** The address of a stored image, at the host that the caller has reached the service by. */
export function mediaUrl(request: FastifyRequest, file: string): string {
  return `${request.protocol}://${request.host}${MEDIA_PATH}${file}`;
}
