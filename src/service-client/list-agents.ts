import { type Agent, AgentList } from '@abilities-bot/service-api';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { reportLeftOut } from './report-left-out.ts';
import type { ServiceConnection } from './service-connection.ts';

/** Endpoint 1. `withImage` asks for the image URL of each Agent. */
export async function listAgents(
  connection: ServiceConnection,
  options: { withImage?: boolean } = {},
): Promise<Agent[]> {
  const { name: endpoint, method, path } = ENDPOINTS.listAgents;
  const query = options.withImage ? { with_image: 'true' } : undefined;
  const request = { endpoint, method, path, query, answer: AgentList, maxAttempts: 3 };
  return reportLeftOut(connection, endpoint, await callService(connection, request));
}
