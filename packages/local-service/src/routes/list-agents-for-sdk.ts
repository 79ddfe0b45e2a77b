import * as z from 'zod';
import { agentList } from '../answers/agent-list.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { LooseBoolean } from '../http/loose-boolean.ts';
import { readInput } from '../http/read-input.ts';

const Body = z.object({ with_image: LooseBoolean.default(false) });

/** Endpoint 1 for clients that send the key in the body (service notes, "Further routes"). */
export const listAgentsForSdk: Endpoint = {
  method: 'POST',
  paths: ['/api/sdk/get_personalities', '/api/sdk/get_personalities/'],
  credential: 'body',
  accepts: ['application/json'],
  handle: async (call) => agentList(call, readInput(Body, call.request.body).with_image),
};
