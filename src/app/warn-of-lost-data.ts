import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';

/** Created by Docker and Podman. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv'];

/** In a container, a database file in a relative directory is deleted with the container, unless there is a volume. */
export function warnOfLostData(
  { store: { databaseUrl, dataDir } }: Config,
  env: Readonly<Record<string, string | undefined>>,
  log: Logger,
): void {
  const isInContainer = env.KUBERNETES_SERVICE_HOST !== undefined || CONTAINER_FILES.some(existsSync);
  if (databaseUrl !== null || isAbsolute(dataDir) || !isInContainer) return;
  log.warn(
    'DATA_DIR is a relative path, and the bot runs in a container. Unless that directory is on a volume, the database is lost with the container. Set DATA_DIR to a path on a volume.',
  );
}
