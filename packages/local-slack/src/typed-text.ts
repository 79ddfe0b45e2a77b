import type { Team } from './team.ts';
import type { Workspace } from './workspace.ts';
import { botName } from './workspace-seed.ts';

/** What a person types, as Slack keeps and sends it: mentions by ID, its three special characters escaped. */
export function readTyped({ people, team }: Pick<Workspace, 'people' | 'team'>, text: string): string {
  const idOf = new Map([...people.map(({ id, name }): [string, string] => [name, id]), [botName, team.botUserId]]);
  // A name behind an at sign that is no part of an address, or a mention as Slack writes it.
  const mention = new RegExp(
    `(?<![\\w.@-])@(${[...idOf.keys()].join('|')})(?![\\w@-]|\\.\\w)|<@(${[...idOf.values()].join('|')})>`,
    'gi',
  );
  let written = '';
  let end = 0;
  for (const { 0: typed, 1: name, 2: id, index } of text.matchAll(mention)) {
    written += `${escapeTyped(text.slice(end, index))}<@${id?.toUpperCase() ?? idOf.get(name?.toLowerCase() ?? '')}>`;
    end = index + typed.length;
  }
  return written + escapeTyped(text.slice(end));
}

/** Whether a text, as Slack keeps it, mentions the bot. */
export function mentionsBot({ botUserId }: Team, text: string): boolean {
  return text.includes(`<@${botUserId}>`);
}

function escapeTyped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
