import type { App } from '@slack/bolt';
import { parseCommand } from '../../core/parse-command.ts';
import { answerRequest } from '../corridor/answer-request.ts';
import { PLAIN_REQUEST } from '../corridor/slack-request.ts';
import { NOWHERE } from '../modal-metadata.ts';
import type { FindParts } from '../parts.ts';
import { askedBy } from './asked-by.ts';
import { claimTrigger } from './claim-delivery.ts';
import { normaliseText } from './normalise-text.ts';
import { CommandPayload } from './payloads.ts';

/** Typed: `/abilities …`. Any command name is answered, since the manifest may call it otherwise. */
export function listenForCommands(app: App, findParts: FindParts): void {
  app.command(/.*/, async ({ ack, body, context }) => {
    await ack();
    const parts = await findParts(context);
    const payload = CommandPayload.parse(body);
    const claim = await claimTrigger(payload.trigger_id, parts);
    if (claim === 'redelivered') return;
    const line = normaliseText(payload.text);
    const read = parseCommand(line);
    await answerRequest(
      {
        ...PLAIN_REQUEST,
        ...(await askedBy({ userId: payload.user_id, isStranger: false, channelId: payload.channel_id }, parts)),
        origin: { ...NOWHERE, channelId: payload.channel_id, responseUrl: payload.response_url },
        triggerId: payload.trigger_id,
        wanted: read.ok ? read.command : { kind: 'refused', refusal: read.refusal },
        line,
        isClaimed: claim === 'first',
      },
      parts,
    );
  });
}
