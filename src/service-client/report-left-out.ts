import { leftOutOf } from '@abilities-bot/service-api';
import type { EndpointName } from './endpoints.ts';
import type { ServiceConnection } from './service-connection.ts';

const MAX_ROWS = 10;
const MAX_FIELD = 60;

/** For the log, so that operators can find omitted rows. */
export function reportLeftOut<T>({ onLeftOut }: ServiceConnection, endpoint: EndpointName, rows: T[]): T[] {
  const unread = leftOutOf(rows);
  if (unread.length > 0) {
    const named = unread.slice(0, MAX_ROWS).map(({ field, id, index }) => {
      return { index, id, field: field?.slice(0, MAX_FIELD) ?? null };
    });
    onLeftOut({ endpoint, count: unread.length, rows: named });
  }
  return rows;
}
