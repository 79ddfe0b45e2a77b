import type { Answer } from '../../src/slack/blocks/kit.ts';

/** What the bot itself may write between angle brackets: people, places and times. User-provided text names others. */
const OURS = /<@U0[A-Z0-9]+>|<#C0[A-Z0-9]+>|<!subteam\^S0[A-Z0-9]+>|<!date\^\d+\^[^|<>]*\|[^|<>]*>/g;

/** Every text of an answer that Slack parses for mentions, links and broadcasts. */
export function mrkdwnOf(answer: Answer): string[] {
  return answer.surface === 'modal' ? mrkdwnIn(answer.view) : [answer.text, ...mrkdwnIn(answer.blocks)];
}

export function mrkdwnIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'mrkdwn' && 'text' in value) return [String(value.text)];
  return Object.values(value).flatMap(mrkdwnIn);
}

/** True if Slack could parse part of `text` as a control sequence or entity that is not our own. */
export const hasForeignControl = (text: string): boolean => /[<>]|&(?!(?:amp|lt|gt);)/.test(text.replace(OURS, ''));
