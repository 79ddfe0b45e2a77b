import * as z from 'zod';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if it is JSON, otherwise text. */
  readonly body: unknown;
}

export interface Caller {
  readonly apiKey: string;
  readonly get: (path: string) => Promise<Answer>;
  readonly getBytes: (path: string) => Promise<{ status: number; bytes: Buffer }>;
  readonly sendJson: (method: string, path: string, body: unknown) => Promise<Answer>;
  readonly sendForm: (method: string, path: string, form: FormData) => Promise<Answer>;
}

/** Sends requests with an API key over real HTTP, without following redirects. */
export function makeCaller(baseUrl: string, apiKey: string): Caller {
  const headers = { 'X-API-KEY': apiKey };
  return {
    apiKey,
    get: (path) => request(`${baseUrl}${path}`, { headers }),
    getBytes: async (path) => {
      const response = await fetch(`${baseUrl}${path}`, { headers });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    },
    sendJson: (method, path, body) =>
      request(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    sendForm: (method, path, body) => request(`${baseUrl}${path}`, { method, headers, body }),
  };
}

export async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const Rows = z.array(z.looseObject({ id: z.number(), name: z.string() }));
export type Row = z.infer<typeof Rows>[number];

export async function abilityRows(caller: Caller): Promise<Row[]> {
  return Rows.parse((await caller.get('/api/capabilities/get-all-capabilities/')).body);
}

export async function installedRows(caller: Caller): Promise<Row[]> {
  return Rows.parse((await caller.get('/api/capabilities/get-installed-capabilities/')).body);
}

export async function agentRows(caller: Caller, query = ''): Promise<Row[]> {
  const { body } = await caller.get(`/api/personalities/get-all-personalities/${query}`);
  return z.object({ personalities: Rows }).parse(body).personalities;
}

export function rowNamed(rows: readonly Row[], name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (!row) throw new Error(`no row named ${name}`);
  return row;
}
