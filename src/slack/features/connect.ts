import type { types } from '@slack/bolt';
import * as z from 'zod';
import { SHORTEST_SECRET } from '../../base/logger.ts';
import { withTrace } from '../../base/request-context.ts';
import type { ShownKey } from '../../core/access.ts';
import { faultResult } from '../../core/audit-result.ts';
import { connectAccount } from '../../core/features/connect.ts';
import type { Refusal } from '../../core/outcome.ts';
import { auditResultOf } from '../../core/registry.ts';
import { credentialHeader } from '../../service/types.ts';
import { actions, button } from '../blocks/buttons.ts';
import type { Drawings, RefusalTexts } from '../blocks/drawing.ts';
import { code, day, type MessageAnswer, plain, section, toFallback, typed } from '../blocks/kit.ts';
import { givers, person } from '../blocks/mentions.ts';
import { formModal, sentenceModal } from '../blocks/modals.ts';
import { signed } from '../blocks/sentences.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import type { FormReply, Forms } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';
import { announceChange } from '../request/announce.ts';
import { type AuditEntry, finishAudit, startAudit } from '../request/audit.ts';
import type { Workspace } from '../workspace.ts';

const Field = z.object({ value: z.string().nullish() });

/** Slack allows 3 seconds for the ack, part of which has already passed. */
const ACK_MS = 2600;
const CHECK_MS = 2000;

/**
 * Checks the API key against the service, stores it, then acks. The key is never part of a command or a view, so it
 * cannot be logged, audited or drawn.
 * @returns undefined closes the form.
 */
function submitConnect(view: View, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  return withTrace(entry.requester.ref, () => submit(view, entry, workspace));
}

async function submit(view: View, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  const { requester } = entry;
  try {
    const apiKey = (Field.safeParse(view.state.values[CONNECT_FIELD]?.[CONNECT_FIELD]).data?.value ?? '').trim();
    return isKey(apiKey)
      ? await connect(apiKey, entry, workspace)
      : errorAt('This is no API key: it is too short, or holds characters that none has. Nothing was kept.');
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'account not connected');
    return errorAt(`I could not keep this just now. Press Connect again in a minute. (ref ${requester.ref})`);
  }
}

const errorAt = (sentence: string): FormReply => ({ response_action: 'errors', errors: { [CONNECT_FIELD]: sentence } });

/** The last four characters are displayed; they must be a small part of the key. */
function isKey(text: string): boolean {
  if (text.length < SHORTEST_SECRET) return false;
  try {
    return Boolean(credentialHeader({ kind: 'api-key', value: text }));
  } catch {
    return false;
  }
}

async function connect(apiKey: string, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  const { requester } = entry;
  const { context } = workspace;
  const audit = await startAudit(entry, workspace);
  const passedMs = context.now().getTime() - requester.at.getTime();
  const withinMs = Math.max(100, Math.min(CHECK_MS, ACK_MS - passedMs));
  try {
    const outcome = await connectAccount(apiKey, { by: requester.userId, withinMs }, context);
    if (outcome.kind === 'key-not-kept') {
      const { sentence } = outcome;
      const { targets } = entry;
      await finishAudit(audit, { outcome: 'failed', why: sentence, targets, before: null, after: null }, workspace);
      return errorAt(sentence);
    }
    await finishAudit(audit, auditResultOf(outcome), workspace);
    const told =
      outcome.kind === 'connected'
        ? connectedSentence(outcome.lastFour, signed(requester))
        : `${accountSentence({ why: 'key-fixed' })} (ref ${requester.ref})`;
    // Not awaited: Slack waits for the reply to the form.
    if (outcome.kind === 'connected') void announceChange(told, null, workspace);
    return { response_action: 'update', view: sentenceModal('Connect an account', told) };
  } catch (error) {
    await finishAudit(audit, faultResult(), workspace);
    throw error;
  }
}

/** Both the block ID and the action ID. */
const CONNECT_FIELD = 'api_key';

/** Asks for the API key. Slack has no password field. */
const connectModal = (present: ShownKey | null, origin: Origin): types.ModalView =>
  formModal({
    title: 'Connect an account',
    submit: 'Connect',
    callbackId: 'connect',
    metadata: encodeMetadata({ form: 'connect', origin }),
    blocks: [
      section(
        present === null
          ? 'This workspace is not connected to an account yet.'
          : `${connectedLine(present)} A new key takes its place, also that of another account: uploads that are under way end then.`,
      ),
      {
        type: 'input',
        block_id: CONNECT_FIELD,
        label: plain('API key'),
        hint: plain(
          'From the dashboard: settings, API Keys. It is sent to this bot only, asked about at the service, kept encrypted, and not shown again. Look that nobody reads along.',
          2000,
        ),
        element: { type: 'plain_text_input', action_id: CONNECT_FIELD, max_length: 1000 },
      },
    ],
  });

/** Confirmation before the key is deleted. Its button asks again in Slack's own dialog. */
function disconnectQuestion(present: ShownKey): MessageAnswer {
  const line = `Disconnect this workspace from its account? Nothing is forgotten yet.\n${connectedLine(present)} Without it nobody here can see or change anything on the account, and uploads that are under way end. The account itself stays as it is, and so does the history.`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...actions(disconnectButton(), button('Keep', { do: 'help connect' }))],
  };
}

const disconnectButton = (): types.Button => ({
  ...button('Disconnect', { do: 'disconnect', sure: true }),
  style: 'danger',
  confirm: {
    title: plain('Disconnect?', 100),
    text: plain('I forget the API key. To connect again, somebody has to enter it again.', 300),
    confirm: plain('Disconnect', 30),
    deny: plain('Keep', 30),
    style: 'danger',
  },
});

/** Refers to a key by its last four characters. */
const keyName = (lastFour: string | null): string =>
  lastFour === null ? 'a key that I could not read' : `the key ending in ${code(lastFour)}`;

const connectedLine = (key: ShownKey): string =>
  key === 'unreadable'
    ? 'This workspace has a key that I cannot read any more: whoever runs this bot has changed its encryption keys.'
    : `This workspace is connected with ${keyName(key.lastFour)}, by ${person(key.connectedBy)} · ${day(key.connectedAt)}.`;

type NotConnected = Extract<Refusal, { why: 'not-connected' }>;

export function notConnectedSentence({ admins, mayConnect, reason }: NotConnected): string {
  const what =
    reason === 'none'
      ? 'This workspace is not connected to an account yet, so there is nothing to show or to change.'
      : 'I cannot read the key of this workspace any more, so I did nothing.';
  const next = mayConnect
    ? `Connect it with ${typed('connect')}, which asks for the API key of the account.`
    : `${givers(admins)} can connect it with ${typed('connect')}.`;
  return `${what} ${next}`;
}

type AccountRefusal = Extract<Refusal, { why: 'nothing-connected' | 'key-fixed' | 'key-typed' }>;

const SENTENCES: Record<AccountRefusal['why'], string> = {
  'nothing-connected': `This workspace is connected to no account, so there is no key to forget. ${typed('connect')} connects one.`,
  'key-fixed':
    'The API key is set by whoever runs this bot (SERVICE_API_KEY), for this one workspace. Nothing changed, and nothing can be connected or disconnected here.',
  'key-typed': `Nothing may stand behind that verb. If it was an API key: I kept nothing of it, but the place where you wrote it may have, so make a new one in the dashboard. Then write ${typed('connect')} alone; a form asks for the key.`,
};

const accountSentence = ({ why }: AccountRefusal): string => SENTENCES[why];

const connectedSentence = (lastFour: string, by: string): string =>
  `Connected with ${keyName(lastFour)} ${by}. ${typed('list')} shows what is on the account.`;

const offerConnect = () => actions(button('Connect…', { do: 'connect' }), button('Help', { do: 'help' }));

export const connectDrawings: Drawings<'connect-form' | 'connected' | 'disconnect-question' | 'disconnected'> = {
  'connect-form': { form: ({ present }, { origin }) => connectModal(present, origin) },
  connected: { notice: ({ lastFour }, { by }) => connectedSentence(lastFour, by) },
  'disconnect-question': { question: ({ present }) => disconnectQuestion(present) },
  disconnected: {
    notice: ({ lastFour }, { by }) =>
      `Disconnected: ${keyName(lastFour)} is forgotten, ${by}. ${typed('connect')} connects an account.`,
    next: offerConnect,
    announce: async (_, { notice }, workspace) => {
      await announceChange(notice, null, workspace);
      return undefined;
    },
  },
};

export const connectRefusals: RefusalTexts<'not-connected' | 'nothing-connected' | 'key-fixed' | 'key-typed'> = {
  'not-connected': { sentence: notConnectedSentence, next: offerConnect },
  'nothing-connected': { sentence: accountSentence, next: offerConnect },
  'key-fixed': { sentence: accountSentence },
  'key-typed': { sentence: accountSentence },
};

export const connectForms: Forms<'connect'> = {
  connect: {
    verb: 'connect',
    targets: () => [{ kind: 'account', id: null, name: null }],
    submit: async ({ entry, payload }, workspace) => ({ reply: await submitConnect(payload.view, entry, workspace) }),
  },
};
