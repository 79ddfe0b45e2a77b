import type { Person } from '../state/people.ts';
import { Browser, type Hop } from './browser.ts';

/** A person's answer on the consent page. */
interface InstallAnswer {
  /** The ID of a workspace, or of an organization to install the app in all of its workspaces. */
  tenantId: string;
  /** False to cancel. */
  allow: boolean;
}

/** The last page of an installation, and the path to it. */
export interface InstallResult extends Hop {
  /** Every page visited, including this last one. */
  hops: readonly Hop[];
}

/**
 * Installs an app as a person would in a browser: opens the app's page, follows it to the consent page, answers it, and
 * returns to the app. Stops early if the path ends.
 * @throws Error if the app's page does not lead to `authorizationUrl`.
 */
export async function installAs(
  { name }: Pick<Person, 'name'>,
  { installUrl, authorizationUrl }: { installUrl: string; authorizationUrl: string },
  { tenantId, allow }: InstallAnswer,
): Promise<InstallResult> {
  const browser = new Browser();
  const end = (hop: Hop): InstallResult => ({ ...hop, hops: browser.hops });
  let page = await browser.open(installUrl);
  if (!page.url.startsWith(authorizationUrl)) {
    if (page.status !== 200) return end(page);
    page = await browser.open(findLink(page, authorizationUrl));
  }
  if (page.status !== 200 || !page.url.startsWith(authorizationUrl)) return end(page);
  const form = readHiddenFields(page.body);
  form.set('tenant', tenantId);
  form.set('person', name);
  form.set('decision', allow ? 'allow' : 'cancel');
  return end(await browser.open(authorizationUrl, form));
}

/** The link or form action that leads to the consent page. */
function findLink({ body, url }: Hop, authorizeUrl: string): string {
  const addresses = [...body.matchAll(/\b(?:href|action)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
    ([, double, single]) => new URL(unescapeHtml(double ?? single ?? ''), url).href,
  );
  const found = addresses.find((address) => address.startsWith(authorizeUrl));
  if (found === undefined)
    throw new Error(`${url} has no link to ${authorizeUrl}. It has: ${addresses.join(', ') || 'none'}.`);
  return found;
}

function readHiddenFields(html: string): URLSearchParams {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return new URLSearchParams(
    fields.map(([, name = '', value = '']): [string, string] => [unescapeHtml(name), unescapeHtml(value)]),
  );
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');
}
