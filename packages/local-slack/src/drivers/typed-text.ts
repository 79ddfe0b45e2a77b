import type { LocalWorkspace } from '../state/workspace.ts';
import { BOT_NAME } from '../state/workspace-seed.ts';

/** Converts typed text to Slack's stored format: mentions by ID, three special characters escaped. */
export function readTyped({ people, team }: Pick<LocalWorkspace, 'people' | 'team'>, text: string): string {
  const idOf = new Map([...people.map(({ id, name }): [string, string] => [name, id]), [BOT_NAME, team.botUserId]]);
  // An @name that is not part of an email address, or a mention in Slack's format.
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

function escapeTyped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
