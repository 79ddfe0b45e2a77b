import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ENDPOINTS } from '../../src/service/endpoints.ts';
import type { House } from './house.ts';
import { startService } from './start-service.ts';

/** The local service's lists of the large account, answered without its work: it would take most of the time. */
export async function recordLists({ closeLater, dir }: House): Promise<{ baseUrl: string; apiKey: string }> {
  const { apiKey, baseUrl, process: service } = await startService({ dataDir: join(dir, 'service'), seed: 'large' });
  const bodies = new Map<string, string>();
  for (const { path } of [ENDPOINTS.listAbilities, ENDPOINTS.listInstalledAbilities]) {
    bodies.set(path, await (await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } })).text());
  }
  await service.stop();
  const server = createServer(({ url = '' }, response) => {
    const body = bodies.get(url);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closeLater(async () => void server.close());
  const address = server.address();
  return { apiKey, baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}
