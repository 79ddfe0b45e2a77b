import * as z from 'zod';
import { agentList } from '../answers/agent-list.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { LooseBoolean } from '../http/loose-boolean.ts';
import { readInput } from '../http/read-input.ts';

const Query = z.object({ with_image: LooseBoolean.default(false) });

/** Endpoint 1. */
export const listAgents: Endpoint = {
  method: 'GET',
  paths: ['/api/personalities/get-all-personalities/'],
  credential: 'header',
  handle: async (call) => agentList(call, readInput(Query, call.request.query).with_image),
};
