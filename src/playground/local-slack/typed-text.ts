import { everybody } from './people.ts';
import { botName, botUserId } from './workspace-seed.ts';

const idOf = new Map([...everybody.map(({ id, name }) => [name, id] as const), [botName, botUserId]]);

/** A name behind an at sign that is no part of an address, or a mention as Slack writes it. */
const mention = new RegExp(
  `(?<![\\w.@-])@(${[...idOf.keys()].join('|')})(?![\\w@-]|\\.\\w)|<@(${[...idOf.values()].join('|')})>`,
  'gi',
);

/** What a person types, as Slack keeps and sends it: mentions by ID, its three special characters escaped. */
export function readTyped(text: string): string {
  let written = '';
  let end = 0;
  for (const { 0: typed, 1: name, 2: id, index } of text.matchAll(mention)) {
    written += `${escapeTyped(text.slice(end, index))}<@${id?.toUpperCase() ?? idOf.get(name?.toLowerCase() ?? '')}>`;
    end = index + typed.length;
  }
  return written + escapeTyped(text.slice(end));
}

/** Whether a text, as Slack keeps it, mentions the bot. */
export function mentionsBot(text: string): boolean {
  return text.includes(`<@${botUserId}>`);
}

function escapeTyped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
