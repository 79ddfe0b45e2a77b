import { readTypedLine } from '../../core/typed-line.ts';
import { MAX_LINE, parseCommand } from '../../core/verbs.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { withEmoji } from '../payloads/emoji-codes.ts';
import { CommandPayload, identify } from '../payloads/payloads.ts';
import { answerRequest } from '../pipeline/answer-request.ts';
import { PLAIN_REQUEST } from '../request/request.ts';
import type { FindWorkspace } from '../workspace.ts';
import { claimTrigger } from './events.ts';
import type { Listeners } from './listen.ts';

/** In characters. Escapes and mentions make a line longer than its plain text. */
const MAX_TYPED = 2 * MAX_LINE;
/** Longer than any line may be, so it is refused. */
const TOO_LONG = 'x'.repeat(MAX_LINE + 1);

/**
 * Restores the text that the person meant to type. Slack wraps URLs as `<url|text>` and escapes three characters;
 * phones add no-break spaces and invisible marks.
 */
export function normalizeCommand(text: string): string {
  // None of it is parsed, because a truncated command could do something else.
  if (text.length > MAX_TYPED) return TOO_LONG;
  return (
    text
      // A person selected from Slack's suggestions.
      .replace(/<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g, '@$1')
      .replace(/<(?:[^<>|]*\|)?([^<>|]*)>/g, '$1')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      // Zero-width characters and direction marks. Joiners (200c, 200d) stay, because emoji and some scripts need them.
      .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
      // Line breaks separate names and words, so they are kept.
      .replace(/[\r\u2028\u2029]/g, '\n')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .trim()
      .normalize('NFC')
  );
}

/** Handles `/abilities …`, or another name that the manifest gives the command. */
export const commandListener =
  (findWorkspace: FindWorkspace): Listeners['command'] =>
  async ({ ack, body, context }) => {
    await ack();
    const workspace = await findWorkspace(context);
    const payload = CommandPayload.parse(body);
    const line = readTypedLine(await withEmoji(normalizeCommand(payload.text)));
    const asked = parseCommand(line);
    const claim = await claimTrigger(payload.trigger_id, asked, workspace);
    if (claim === 'redelivered') return;
    await answerRequest(
      {
        ...PLAIN_REQUEST,
        requester: await identify(
          {
            userId: payload.user_id,
            isStranger: false,
            channelId: payload.channel_id,
            channelName: payload.channel_name ?? null,
          },
          workspace,
        ),
        origin: { ...NOWHERE, channelId: payload.channel_id, responseUrl: payload.response_url },
        triggerId: payload.trigger_id,
        asked,
        line,
        isClaimed: claim === 'first',
      },
      workspace,
    );
  };
