import type { JsonObject } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { LocalWorkspace } from '../state/workspace.ts';

/** Answers one Web API method, without `ok`; throws a SlackApiError for a rejection. */
export type Method = (slack: LocalWorkspace, args: JsonObject) => Promise<JsonObject> | JsonObject;
export type Methods = Readonly<Record<string, Method>>;

/** @throws SlackApiError missing_scope, in Slack's format. */
export function requireScope({ scopes }: LocalWorkspace, needed: string): void {
  if (!scopes.includes(needed)) throw new SlackApiError('missing_scope', { needed, provided: scopes.join(',') });
}
