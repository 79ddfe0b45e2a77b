import Fastify from 'fastify';
import * as z from 'zod';
import { loopbackOnly } from '../gateway/loopback-only.ts';
import { ClientRefusalError } from '../local-slack.ts';
import { act, findPlace, personById } from './act.ts';
import { type ActAnswer, Action, ROUTES, type SuggestAnswer, SuggestRequest } from './page-api.ts';
import type { PageParts } from './page-parts.ts';
import type { PageFile } from './read-page-files.ts';
import { readPageState } from './read-page-state.ts';

/** Ten files of ten megabytes, as base64. */
const BODY_LIMIT = 140 * 1024 * 1024;

interface PageServerParts extends PageParts {
  /** The page's name for this program: `local Slack`. */
  name: string;
  pageFiles: ReadonlyMap<string, PageFile>;
}

export interface PageServer {
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves the page and its API, on 127.0.0.1 only.
 * @param port 0 for any.
 * @throws the system's error if the port is in use.
 */
export async function startPageServer(parts: PageServerParts, port: number): Promise<PageServer> {
  const { events, name, pageFiles, slack, wire } = parts;
  const server = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true });
  let ownPort = port;
  server.addHook(
    'onRequest',
    loopbackOnly(name, () => ownPort),
  );

  server.get(ROUTES.state, async (request, reply) => {
    const { person: id } = z.object({ person: z.string().default('') }).parse(request.query);
    const person = personById(slack, id) ?? slack.people.ana;
    return reply.header('cache-control', 'no-store').send(await readPageState(parts, person));
  });
  server.get(ROUTES.wire, async (request, reply) => {
    const { after } = z.object({ after: z.coerce.number().int().nonnegative().default(0) }).parse(request.query);
    return reply.header('cache-control', 'no-store').send(wire.after(after));
  });
  server.get(ROUTES.file, async (request, reply) => {
    const { id, person: personId } = z.object({ id: z.string(), person: z.string() }).parse(request.query);
    const person = personById(slack, personId);
    const file = person && (await slack.as(person).download(id));
    if (!file) return reply.code(404).send({ detail: 'File not found, or not visible to this person.' });
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(file.bytes);
  });
  server.get(ROUTES.events, (_request, reply) => {
    reply.hijack();
    events.open(reply.raw);
  });
  server.post(ROUTES.act, async (request): Promise<ActAnswer> => {
    const action = Action.parse(request.body);
    const answer = await wire.recordPage(action.do, withoutBytes(action), () => act(action, parts));
    events.changed();
    return answer;
  });
  server.post(ROUTES.suggest, async (request): Promise<SuggestAnswer> => {
    const asked = SuggestRequest.parse(request.body);
    return wire.recordPage('suggest', asked, async () => {
      const person = personById(slack, asked.person);
      if (!person) return { options: [] };
      return { options: await slack.as(person).suggest(findPlace(slack, asked.where), asked.actionId, asked.query) };
    });
  });
  server.get('/*', async (request, reply) => {
    const file = pageFiles.get(new URL(request.url, 'http://page').pathname);
    if (!file) return reply.code(404).send({ detail: 'Not found.' });
    return reply
      .header('content-type', file.type)
      .header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' http: https: data:; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(file.bytes);
  });
  server.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ detail: z.prettifyError(error) });
    if (error instanceof ClientRefusalError) return reply.code(409).send({ detail: error.message });
    return reply.code(500).send({ detail: error instanceof Error ? error.message : String(error) });
  });

  const url = await server.listen({ host: '127.0.0.1', port });
  ownPort = Number(new URL(url).port);
  return {
    url,
    close: async () => {
      events.close();
      await server.close();
    },
  };
}

/** For the wire: the length of a file instead of its bytes. */
const withoutBytes = (action: Action): unknown =>
  JSON.parse(JSON.stringify(action, (name, value) => (name === 'base64' ? `${value.length} characters` : value)));
