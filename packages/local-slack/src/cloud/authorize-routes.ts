import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { decodeArguments } from '../gateway/decode-arguments.ts';
import type { Person } from '../state/people.ts';
import { BOT_NAME } from '../state/workspace-seed.ts';
import type { AuthorizationCodes } from './authorization-codes.ts';
import { AUTHORIZE_PATH, renderAuthorizePage, renderProblemPage } from './authorize-page.ts';
import { AuthorizeError, type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts';
import type { OAuthApp } from './local-slack-cloud.ts';
import type { Tenant } from './tenant.ts';

interface AuthorizeOptions {
  /** The current settings. */
  app: () => OAuthApp;
  codes: AuthorizationCodes;
  /** The workspaces and organizations where the app can be installed. */
  tenants: readonly Tenant[];
  /** The scopes that the app may request; null allows all. */
  declaredScopes: readonly string[] | null;
}

const decision = z.object({ decision: z.enum(['allow', 'cancel']), tenant: z.string(), person: z.string() });

export function addAuthorizeRoutes(server: FastifyInstance, options: AuthorizeOptions): void {
  const { app, declaredScopes, tenants } = options;
  server.get(AUTHORIZE_PATH, (request, reply) =>
    show(reply, () => {
      const asked = readAuthorizeRequest(app(), declaredScopes, request.query);
      const everybody = tenants.flatMap(({ workspaces }) => workspaces.flatMap(({ people }) => people));
      const names = [...new Set(everybody.map(({ name }) => name))];
      const page = renderAuthorizePage(asked, { appName: BOT_NAME, tenants, names });
      return reply.type('text/html; charset=utf-8').send(page);
    }),
  );
  server.post(AUTHORIZE_PATH, (request, reply) =>
    show(reply, () => {
      const sent = decodeArguments(request);
      const asked = readAuthorizeRequest(app(), declaredScopes, sent);
      const read = decision.safeParse(sent);
      if (!read.success) throw new AuthorizeError('The form is incomplete. Go back and choose again.');
      return reply.redirect(addressAfter(asked, read.data, options), 302);
    }),
  );
}

/** The redirect after the decision, with a code or an error. */
function addressAfter(
  { backTo, redirectUri, scopes, state }: AuthorizeRequest,
  chosen: z.infer<typeof decision>,
  { codes, tenants }: AuthorizeOptions,
): string {
  const address = new URL(backTo);
  if (chosen.decision === 'cancel') {
    address.searchParams.set('error', 'access_denied');
  } else {
    const tenant = tenants.find(({ id }) => id === chosen.tenant);
    if (!tenant) throw new AuthorizeError('The app cannot be installed there.');
    const person = requireInstaller(tenant, chosen.person);
    address.searchParams.set('code', codes.issue({ tenant, userId: person.id, scopes, redirectUri }));
  }
  if (state !== null) address.searchParams.set('state', state);
  return address.href;
}

/** In Slack, members can install an app but guests cannot; for a whole organization only its admins can. */
function requireInstaller({ workspaces, name, isEnterprise }: Tenant, wanted: string): Person {
  const person = workspaces.flatMap(({ people }) => people).find((candidate) => candidate.name === wanted);
  if (!person) throw new AuthorizeError(`${wanted} is not in ${name}.`);
  const isHead = person.kind === 'owner' || person.kind === 'admin';
  const may = isEnterprise
    ? isHead || ('inOrganization' in person && person.inOrganization)
    : isHead || person.kind === 'member';
  if (!may) throw new AuthorizeError(`${wanted} is not allowed to install apps in ${name}.`);
  return person;
}

function show(reply: FastifyReply, answer: () => FastifyReply): FastifyReply {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof AuthorizeError)) throw error;
    return reply.status(400).type('text/html; charset=utf-8').send(renderProblemPage(error.message));
  }
}
