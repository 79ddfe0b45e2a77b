import type { FastifyRequest } from 'fastify';
import { type JsonObject, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { answerResponseUrl } from '../state/response-urls.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { decodeArguments, readUpload } from './decode-arguments.ts';
import type { IncomingCall } from './switchboard.ts';

export interface Answer {
  status: number;
  body: JsonObject | string | Buffer;
  type?: string;
  /** In seconds. */
  retryAfter?: number;
}

const LOGIN_PAGE =
  '<!DOCTYPE html><html><head><title>Slack</title></head><body>Sign in to your workspace</body></html>';

/** Parses a Web API call, with its token apart from its arguments; also returns the arguments as sent, for the wire. */
export function readCall(request: FastifyRequest): { call: IncomingCall; args: JsonObject } {
  const sent = decodeArguments(request);
  const { token, ...args } = sent;
  const { pathname } = new URL(request.url, 'http://127.0.0.1');
  const authorization = request.headers.authorization ?? '';
  const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
  const method = pathname.slice('/api/'.length);
  return { call: { method, token: bearer || readText(token), args, authorization }, args: sent };
}

/** An upload URL, valid once for the announced bytes. Needs no token, as in Slack. */
export async function answerUpload(
  slack: LocalWorkspace | null,
  fileId: string,
  request: FastifyRequest,
): Promise<Answer> {
  const bytes = await readUpload(request);
  const receipt = (await slack?.files.receive(fileId, bytes)) ?? 'unknown';
  if (receipt === 'taken') return { status: 200, body: `OK - ${bytes.length}` };
  return receipt === 'unknown' ? { status: 404, body: 'file_not_found' } : { status: 400, body: receipt };
}

/** A private file. Without the bot's token, or without files:read, Slack answers with its login page and status 200. */
export async function answerDownload(slack: LocalWorkspace | null, fileId: string): Promise<Answer> {
  if (!slack?.scopes.includes('files:read')) {
    return { status: 200, body: LOGIN_PAGE, type: 'text/html; charset=utf-8' };
  }
  const file = slack.files.findForBot(fileId);
  const bytes = file && (await slack.files.read(file.id));
  return bytes
    ? { status: 200, body: bytes, type: file.mimetype }
    : { status: 404, body: 'file_not_found', type: 'text/plain' };
}

/** A response_url: 404 once it is used up or expired, 400 for a body that Slack would reject. */
export async function answerResponse(slack: LocalWorkspace | null, url: string, args: JsonObject): Promise<Answer> {
  const origin = slack?.responseUrls.check(url) ?? 'invalid_url';
  if (!slack || typeof origin === 'string') return { status: 404, body: { ok: false, error: origin } };
  const { body } = await answerOk(async () => {
    answerResponseUrl(slack, origin, args);
    return {};
  });
  if (body.ok !== true) return { status: 400, body };
  slack.responseUrls.count(url);
  return { status: 200, body };
}

/** Among all calls, only a response_url answers with status 400. */
export function answerRejection(name: string, error: SlackApiError | undefined): Answer | undefined {
  return error && { status: name === 'response_url' ? 400 : 200, body: describeError(error) };
}

/** Errors have status 200 with `ok: false`. */
export async function answerOk(run: () => Promise<JsonObject>): Promise<{ status: 200; body: JsonObject }> {
  try {
    return { status: 200, body: { ok: true, ...(await run()) } };
  } catch (error) {
    if (!(error instanceof SlackApiError)) throw error;
    return { status: 200, body: describeError(error) };
  }
}

const describeError = ({ code, details }: SlackApiError): JsonObject => ({ ok: false, error: code, ...details });
