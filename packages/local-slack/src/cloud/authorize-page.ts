import type { AuthorizeRequest } from './authorize-request.ts';
import type { Tenant } from './tenant.ts';

export const AUTHORIZE_PATH = '/oauth/v2/authorize';

/** The consent page: plain HTML that works without scripts. */
export function renderAuthorizePage(
  request: AuthorizeRequest,
  { appName, tenants, names }: { appName: string; tenants: readonly Tenant[]; names: readonly string[] },
): string {
  const { clientId, scopes, redirectUri, state, teamId } = request;
  const proposed = tenants.find(({ id }) => id === teamId) ?? tenants[0];
  const hidden = Object.entries({ client_id: clientId, scope: scopes.join(','), redirect_uri: redirectUri, state });
  const places = tenants.map(
    ({ id, name, isEnterprise }) =>
      `<label><input type="radio" name="tenant" value="${escapeHtml(id)}"${id === proposed?.id ? ' checked' : ''}> ${
        isEnterprise ? `All workspaces of ${escapeHtml(name)}` : escapeHtml(name)
      }</label><br>`,
  );
  return renderPage(
    `Install ${appName}?`,
    [
      `<p>${escapeHtml(appName)} asks for access to Slack:</p>`,
      `<ul>${scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')}</ul>`,
      `<form method="post" action="${AUTHORIZE_PATH}">`,
      ...hidden.flatMap(([name, value]) =>
        value === null ? [] : `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
      ),
      `<fieldset><legend>Where</legend>${places.join('')}</fieldset>`,
      `<p><label>You are <select name="person">${names.map((name) => `<option>${escapeHtml(name)}</option>`).join('')}</select></label></p>`,
      '<p><button name="decision" value="allow">Allow</button> <button name="decision" value="cancel">Cancel</button></p>',
      '</form>',
    ].join('\n'),
  );
}

/** The page shown instead if the request is invalid. */
export function renderProblemPage(problem: string): string {
  return renderPage('Something went wrong', `<p>${escapeHtml(problem)}</p>`);
}

function renderPage(title: string, body: string): string {
  return [
    '<!DOCTYPE html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body><h1>${escapeHtml(title)}</h1>\n${body}\n</body></html>`,
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
