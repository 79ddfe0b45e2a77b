import { createServer } from 'node:http';
import type { Check } from '../../checks/check.ts';
import { bad, good, type Verdict } from '../../core/finding.ts';

/** Whether the bot can listen on its ports, or does already. */
export const checkPort = (
  { host, metricsPort, port }: { host: string | null; port: number; metricsPort: number | null },
  isBotThere: () => Promise<boolean>,
): Check => ({
  subject: 'Port',
  fixWithoutAnswer: 'Set PORT to another one.',
  look: async () => {
    const own = await lookAt({ host, port }, 'PORT', isBotThere);
    if (own.state === 'bad' || metricsPort === null) return own;
    const apart = await lookAt({ host, port: metricsPort }, 'METRICS_PORT', isBotThere);
    return apart.state === 'bad' ? apart : good(`${own.found} ${apart.found}`);
  },
});

async function lookAt(
  { host, port }: { host: string | null; port: number },
  setting: 'PORT' | 'METRICS_PORT',
  isBotThere: () => Promise<boolean>,
): Promise<Verdict> {
  if (port === 0) return good(`${setting} is 0: the system gives a free one.`);
  const code = await listenOnce(host === null ? { port } : { host, port });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return bad('HOST is not an address of this machine.', 'Correct or remove HOST.');
  if (code === null) return good(`${port} (${setting}) is free.`);
  if (code === 'EACCES') return bad(`${port} may not be used by this user.`, `Set ${setting} above 1023.`);
  if (code !== 'EADDRINUSE') return bad(`${port} cannot be listened on (${code}).`, `Set ${setting} to another one.`);
  if (await isBotThere()) return good(`A bot listens on ${port} (${setting}) already.`);
  return bad(`${port} is in use, and not by a bot.`, `Stop what listens there, or set ${setting} to another one.`);
}

/** Null when it could be listened on; else the system's code. */
const listenOnce = (place: { port: number; host?: string }): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.name));
    server.listen(place, () => server.close(() => resolve(null)));
  });
