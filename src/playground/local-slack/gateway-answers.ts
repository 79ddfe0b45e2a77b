import type { FastifyRequest } from 'fastify';
import { answerResponseUrl } from './answer-response-url.ts';
import { readUpload } from './decode-arguments.ts';
import { type JsonObject, readText } from './json.ts';
import { SlackApiError } from './slack-api-error.ts';
import { callWebApi } from './web-api/call-web-api.ts';
import type { Workspace } from './workspace.ts';
import { credentials } from './workspace-seed.ts';

export interface Answer {
  readonly status: number;
  readonly body: JsonObject | string | Buffer;
  readonly type?: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

const loginPage = '<!DOCTYPE html><html><head><title>Slack</title></head><body>Sign in to your workspace</body></html>';

/** `/api/…`: refuses a missing or unknown token, then calls the method. Refusals are 200 with `ok: false`. */
export async function answerWebApi(slack: Workspace, request: FastifyRequest, args: JsonObject): Promise<Answer> {
  const method = new URL(request.url, 'http://127.0.0.1').pathname.slice('/api/'.length);
  const token = readToken(request) || readText(args.token);
  return answerOk(async () => {
    if (!token) throw new SlackApiError('not_authed');
    if (token !== credentials.botToken && token !== credentials.appToken) throw new SlackApiError('invalid_auth');
    const { token: _, ...rest } = args;
    return callWebApi(slack, { method, token, args: rest });
  });
}

/** The address of an upload, good for the announced bytes once. It needs no token, as in Slack. */
export async function answerUpload({ files }: Workspace, request: FastifyRequest): Promise<Answer> {
  const fileId = request.url.split('/')[3] ?? '';
  const bytes = await readUpload(request);
  const receipt = await files.receive(fileId, bytes);
  if (receipt === 'taken') return { status: 200, body: `OK - ${bytes.length}` };
  return receipt === 'unknown' ? { status: 404, body: 'file_not_found' } : { status: 400, body: receipt };
}

/** A private file: without the bot's token, or without files:read, Slack shows its login page with status 200. */
export async function answerDownload(slack: Workspace, request: FastifyRequest): Promise<Answer> {
  const token = readToken(request);
  const allowed = token === credentials.botToken && slack.scopes.includes('files:read');
  if (!allowed) return { status: 200, body: loginPage, type: 'text/html; charset=utf-8' };
  const file = slack.files.findForBot(request.url.split('/')[2] ?? '');
  const bytes = file && (await slack.files.read(file.id));
  return bytes
    ? { status: 200, body: bytes, type: file.mimetype }
    : { status: 404, body: 'file_not_found', type: 'text/plain' };
}

/** A response_url: 404 once it is used up or expired, 400 for a body that Slack would refuse. */
export async function answerResponse(slack: Workspace, request: FastifyRequest, args: JsonObject): Promise<Answer> {
  const { responseUrls, messages } = slack;
  const origin = responseUrls.check(request.url);
  if (typeof origin === 'string') return { status: 404, body: { ok: false, error: origin } };
  const { body } = await answerOk(async () => {
    answerResponseUrl(messages, origin, args);
    return {};
  });
  if (body.ok !== true) return { status: 400, body };
  responseUrls.count(request.url);
  return { status: 200, body };
}

async function answerOk(run: () => Promise<JsonObject>): Promise<{ status: 200; body: JsonObject }> {
  try {
    return { status: 200, body: { ok: true, ...(await run()) } };
  } catch (error) {
    if (!(error instanceof SlackApiError)) throw error;
    return { status: 200, body: { ok: false, error: error.code, ...error.details } };
  }
}

function readToken(request: FastifyRequest): string {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}
