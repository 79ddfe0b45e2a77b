import type { types } from '@slack/bolt';
import * as z from 'zod';
import { withTrace } from '../../base/request-context.ts';
import { withSecret } from '../../base/secrets.ts';
import type { AuditResult } from '../../core/audit-result.ts';
import type { ShownKey } from '../../core/connection.ts';
import { connectAccount } from '../../core/features/connect.ts';
import type { Refusal } from '../../core/outcome.ts';
import { auditResultOf } from '../../core/registry.ts';
import { credentialHeader } from '../../service/types.ts';
import { actions, button } from '../blocks/buttons.ts';
import { dashboardName } from '../blocks/dashboard.ts';
import { code, dayAt, type MessageAnswer, plain, section, toFallback, typed } from '../blocks/kit.ts';
import { givers, person } from '../blocks/mentions.ts';
import { formModal, sentenceModal } from '../blocks/modals.ts';
import { signed } from '../blocks/sentences.ts';
import type { RefusalTexts, SlackFeature } from '../feature.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import type { FormReply } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';
import { announceChange } from '../request/announce.ts';
import { type AuditEntry, audited } from '../request/audit.ts';
import type { Workspace } from '../workspace.ts';

const Field = z.object({ value: z.string().nullish() });

/**
 * Checks the API key against the service and stores it before the form is acked. The key is never part of a command or
 * a view, so it can't be logged, audited or drawn.
 * @returns undefined to close the form.
 */
function submitConnect(view: View, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  return withTrace(entry.requester.ref, () => submit(view, entry, workspace));
}

async function submit(view: View, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  const { requester } = entry;
  try {
    const apiKey = (Field.safeParse(view.state.values[CONNECT_FIELD]?.[CONNECT_FIELD]).data?.value ?? '').trim();
    return isKey(apiKey)
      ? await withSecret(apiKey, () => connect(apiKey, entry, workspace))
      : errorAt("This isn't an API key, so nothing was saved. Copy the whole key and enter it again.");
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'account not connected');
    return errorAt(`I couldn't save this. Try again in a minute. (ref ${requester.ref})`);
  }
}

const errorAt = (sentence: string): FormReply => ({ response_action: 'errors', errors: { [CONNECT_FIELD]: sentence } });

/** Longer than words and IDs, because the log masks the entered text in all lines of this request. */
const MIN_KEY = 16;

/** Rejects short texts, because the last four characters are displayed and must be a small part of the key. */
function isKey(text: string): boolean {
  if (text.length < MIN_KEY) return false;
  try {
    return Boolean(credentialHeader({ kind: 'api-key', value: text }));
  } catch {
    return false;
  }
}

async function connect(apiKey: string, entry: AuditEntry, workspace: Workspace): Promise<FormReply | undefined> {
  const { requester } = entry;
  const { context } = workspace;
  const { key, keyAck } = context.deadlines;
  const outcome = await audited(entry, workspace, async () => {
    const passedMs = context.now().getTime() - requester.at.getTime();
    const withinMs = Math.max(100, Math.min(key, keyAck - passedMs));
    const came = await connectAccount(apiKey, { by: requester.userId, withinMs }, context);
    return { result: resultOf(came, entry), value: came };
  });
  if (outcome.kind === 'key-not-kept') return errorAt(outcome.sentence);
  const text =
    outcome.kind === 'connected'
      ? connectedSentence(outcome.lastFour, signed(requester))
      : accountSentence({ why: 'key-fixed' });
  // Not awaited, because Slack is waiting for the reply to the form.
  if (outcome.kind === 'connected') void announceChange(text, null, workspace);
  return { response_action: 'update', view: sentenceModal('Connect an account', text) };
}

const resultOf = (
  outcome: Awaited<ReturnType<typeof connectAccount>>,
  { targets }: Pick<AuditEntry, 'targets'>,
): AuditResult =>
  outcome.kind === 'key-not-kept'
    ? { outcome: 'failed', why: outcome.sentence, targets, before: null, after: null }
    : auditResultOf(outcome);

/** Both block ID and action ID of the field. */
const CONNECT_FIELD = 'api_key';

/** Asks for the API key. It is visible while it's typed, because Slack has no password field. */
const connectModal = (present: ShownKey | null, origin: Origin): types.ModalView =>
  formModal({
    title: 'Connect an account',
    submit: 'Connect',
    callbackId: 'connect',
    metadata: encodeMetadata({ form: 'connect', origin }),
    blocks: [
      section(
        present === null
          ? 'No account is connected.'
          : `${connectedLine(present)} A new key replaces it. Uploads in progress will fail.`,
      ),
      {
        type: 'input',
        block_id: CONNECT_FIELD,
        label: plain('API key'),
        hint: plain(
          `Find it in ${dashboardName()} under Settings → API Keys. It's stored encrypted, and only its last 4 characters are shown. Make sure nobody can see your screen.`,
          2000,
        ),
        element: { type: 'plain_text_input', action_id: CONNECT_FIELD, max_length: 1000 },
      },
    ],
  });

/** Shows the current key's last characters, with a button that deletes the key after a confirmation. */
function disconnectQuestion(present: ShownKey): MessageAnswer {
  const line = connectedLine(present);
  return {
    surface: 'message',
    title: 'Disconnect',
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...actions(disconnectButton())],
  };
}

const disconnectButton = (): types.Button => ({
  ...button('Disconnect…', { do: 'disconnect', sure: true }),
  style: 'danger',
  confirm: {
    title: plain('Disconnect the account?', 100),
    text: plain(
      'Nobody here can use the account until an admin enters the API key again. Uploads in progress will fail.',
      300,
    ),
    confirm: plain('Disconnect', 30),
    deny: plain('Cancel', 30),
    style: 'danger',
  },
});

const keyName = (lastFour: string | null): string =>
  lastFour === null ? 'an unreadable key' : `the key ending in ${code(lastFour)}`;

const connectedLine = (key: ShownKey): string =>
  key === 'unreadable'
    ? "The stored key can't be decrypted."
    : `${person(key.connectedBy)} connected the account ${dayAt(key.connectedAt)}, with ${keyName(key.lastFour)}.`;

type NotConnected = Extract<Refusal, { why: 'not-connected' }>;

export function notConnectedSentence({ admins, mayConnect, reason }: NotConnected): string {
  const what =
    reason === 'none'
      ? "This workspace isn't connected to an account."
      : "The stored API key can't be decrypted, so the account can't be used.";
  const fix = reason === 'none' ? 'Connect an account with its API key.' : 'Enter its API key again.';
  return `${what} ${mayConnect ? fix : `Ask ${givers(admins)}.`}`;
}

type AccountRefusal = Extract<Refusal, { why: 'nothing-connected' | 'key-fixed' | 'key-typed' }>;

const SENTENCES: Record<AccountRefusal['why'], string> = {
  'nothing-connected': 'No account is connected, so nothing changed.',
  'key-fixed': "The account is set in the bot's environment (SERVICE_API_KEY), so it can't be changed here.",
  'key-typed': `Don't type API keys in messages. I ignored yours, but Slack may have stored it. If it was a real key, replace it in the dashboard. Then type ${typed('connect')} on its own, and enter the new key in the form.`,
};

const accountSentence = ({ why }: AccountRefusal): string => SENTENCES[why];

const connectedSentence = (lastFour: string, by: string): string => `Account connected with ${keyName(lastFour)} ${by}`;

const offerConnect = () => actions(button('Connect…', { do: 'connect' }), button('Help', { do: 'help' }));

export const connectRefusals: RefusalTexts<'not-connected' | 'nothing-connected' | 'key-fixed' | 'key-typed'> = {
  'not-connected': { sentence: notConnectedSentence, next: offerConnect },
  'nothing-connected': { sentence: accountSentence, next: offerConnect },
  'key-fixed': { sentence: accountSentence },
  'key-typed': { sentence: accountSentence },
};

export const connectFeature = {
  drawings: {
    'connect-form': { form: ({ present }, { origin }) => connectModal(present, origin) },
    connected: { notice: ({ lastFour }, { by }) => connectedSentence(lastFour, by) },
    'disconnect-question': { question: ({ present }) => disconnectQuestion(present) },
    disconnected: {
      notice: ({ lastFour }, { by }) => `Account disconnected (${keyName(lastFour)}) ${by}`,
      next: offerConnect,
      announce: async (_, { notice }, workspace) => {
        await announceChange(notice, null, workspace);
        return undefined;
      },
    },
  },
  refusals: connectRefusals,
  forms: {
    connect: {
      verb: 'connect',
      targets: () => [{ kind: 'account', id: null, name: null }],
      submit: async ({ entry, payload }, workspace) => ({ reply: await submitConnect(payload.view, entry, workspace) }),
      isOfAnyAccount: true,
    },
  },
  entries: {
    connect: {
      done: (_names, { before }) => (before === 'not connected' ? 'connected the account' : 'replaced the API key'),
      attemptAlone: 'connect an account',
    },
    disconnect: { done: () => 'disconnected the account', attemptAlone: 'disconnect the account' },
  },
} satisfies SlackFeature;
