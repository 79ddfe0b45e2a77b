import type { App } from '@slack/bolt';
import { parseCommand } from '../../core/parse-command.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { answerRequest } from '../request/answer-request.ts';
import { PLAIN_REQUEST } from '../request/request.ts';
import type { FindWorkspace } from '../workspace.ts';
import { claimTrigger } from './claim-delivery.ts';
import { identify } from './identify.ts';
import { normaliseText } from './normalise-text.ts';
import { CommandPayload } from './payloads.ts';

/** Typed: `/abilities …`. Any command name is answered, since the manifest may call it otherwise. */
export function listenForCommands(app: App, findWorkspace: FindWorkspace): void {
  app.command(/.*/, async ({ ack, body, context }) => {
    await ack();
    const workspace = await findWorkspace(context);
    const payload = CommandPayload.parse(body);
    const claim = await claimTrigger(payload.trigger_id, workspace);
    if (claim === 'redelivered') return;
    const line = normaliseText(payload.text);
    const read = parseCommand(line);
    await answerRequest(
      {
        ...PLAIN_REQUEST,
        requester: await identify(
          { userId: payload.user_id, isStranger: false, channelId: payload.channel_id },
          workspace,
        ),
        origin: { ...NOWHERE, channelId: payload.channel_id, responseUrl: payload.response_url },
        triggerId: payload.trigger_id,
        wanted: read.ok ? read.command : { kind: 'refused', refusal: read.refusal },
        line,
        isClaimed: claim === 'first',
      },
      workspace,
    );
  });
}
