import type { App } from '@slack/bolt';
import { parseCommand } from '../../core/parse-command.ts';
import { answerRequest } from '../corridor.ts';
import type { Parts } from '../parts.ts';
import { askedBy } from './asked-by.ts';
import { normaliseText } from './normalise-text.ts';
import { CommandPayload } from './payloads.ts';

/** Typed: `/abilities …`. Any command name is answered, since the manifest may call it otherwise. */
export function listenForCommands(app: App, parts: Parts): void {
  app.command(/.*/, async ({ ack, body }) => {
    await ack();
    const payload = CommandPayload.parse(body);
    const read = parseCommand(normaliseText(payload.text));
    await answerRequest(
      {
        asked: askedBy(payload.user_id, parts),
        origin: { channelId: payload.channel_id, responseUrl: payload.response_url, message: null, threadTs: null },
        triggerId: payload.trigger_id,
        wanted: read.ok ? read.command : { kind: 'refused', refusal: read.refusal },
        redraw: null,
        file: null,
        draft: null,
      },
      parts,
    );
  });
}
