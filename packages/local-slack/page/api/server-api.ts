import * as z from 'zod';
import type { Option } from '../../src/block-kit/index.ts';
import {
  type ActAnswer,
  type Action,
  type PageState,
  ROUTES,
  type SuggestAnswer,
  type SuggestRequest,
  type WireInfo,
} from '../../src/page-server/page-api.ts';
import { serverName } from '../shell/server-name.ts';

// The server shares this contract, so its responses are not validated again. Only the answer to an action is: a
// rejected request (403, 400) has a different body.
const actAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), sentence: z.string(), problems: z.record(z.string(), z.string()).optional() }),
]);

/** The state as this person sees it, or as the first person does for null. Rejects when the server does not respond. */
export async function fetchState(personId: string | null): Promise<PageState> {
  const response = await fetchOk(`${ROUTES.state}?person=${encodeURIComponent(personId ?? '')}`);
  const state: PageState = await response.json();
  return state;
}

/** The exchanges after number `after`, in order. Rejects when the server does not respond. */
export async function fetchWire(after: number): Promise<WireInfo[]> {
  const response = await fetchOk(`${ROUTES.wire}?after=${after}`);
  const wire: WireInfo[] = await response.json();
  return wire;
}

/** Performs an action. Never rejects: errors are returned as a sentence. */
export async function act(action: Action): Promise<ActAnswer> {
  try {
    const response = await post(ROUTES.act, action);
    const read = actAnswer.safeParse(await response.json());
    if (read.success) return read.data;
    return {
      ok: false,
      sentence: `The ${serverName} rejected this (status ${response.status}). Nothing changed.`,
    };
  } catch {
    return {
      ok: false,
      sentence: `The ${serverName} did not respond. When the connection is back, check whether this took effect.`,
    };
  }
}

/** The options of an external select. Rejects when the server does not respond or refuses. */
export async function suggest(request: SuggestRequest): Promise<readonly Option[]> {
  const response = await post(ROUTES.suggest, request);
  if (!response.ok) throw new Error(`The ${serverName} responded with ${response.status}.`);
  const { options }: SuggestAnswer = await response.json();
  return options;
}

export function fileAddress(personId: string, fileId: string): string {
  return `${ROUTES.file}?${new URLSearchParams({ person: personId, id: fileId })}`;
}

async function fetchOk(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The ${serverName} responded with ${response.status}.`);
  return response;
}

function post(address: string, body: Action | SuggestRequest): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
