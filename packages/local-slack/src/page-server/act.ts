import type * as z from 'zod';
import { listElements } from '../block-kit/index.ts';
import {
  ClientRefusalError,
  type Delivery,
  type LocalSlack,
  type Message,
  type Person,
  type PersonDriver,
  type View,
} from '../local-slack.ts';
import type { ActAnswer, Action, DroppedFile } from './page-api.ts';
import type { PageParts, PageSamples } from './page-parts.ts';

type Entered = string | string[] | z.infer<typeof DroppedFile>[];

/** Carries out an action of the page. Errors read as in a Slack client. */
export async function act(
  action: Action,
  { controls, events, samples, slack, troubles }: PageParts,
): Promise<ActAnswer> {
  if (action.do === 'control') {
    const button = (await controls?.describe())?.buttons.find(({ id }) => id === action.control);
    if (!controls || !button) return { ok: false, sentence: 'Unknown button.' };
    if (button.isDisabled) return { ok: false, sentence: 'This button is disabled.' };
    await controls.press(action.control);
    events.changed();
    return { ok: true };
  }
  if (action.do === 'trouble') {
    if (!troubles.list().some(({ id }) => id === action.trouble)) return { ok: false, sentence: 'Unknown switch.' };
    await troubles.set(action.trouble, action.on);
    return { ok: true };
  }
  const person = personById(slack, action.person);
  if (!person) return { ok: false, sentence: 'This person is not in the workspace.' };
  try {
    return answerOf(await perform(action, slack, person, samples));
  } catch (error) {
    if (!(error instanceof ClientRefusalError)) throw error;
    return { ok: false, sentence: error.message, problems: { ...error.problems } };
  }
}

export const personById = (slack: LocalSlack, id: string): Person | undefined =>
  Object.values(slack.people).find((person) => person.id === id);

/** The message or view that an action is about. @throws ClientRefusalError if it no longer exists. */
export function findPlace(
  slack: LocalSlack,
  where: { channelId: string; ts: string } | { viewId: string },
): Message | View {
  if (!('viewId' in where)) return findMessage(slack, where);
  const view = slack.transcript.findView(where.viewId);
  if (!view) throw new ClientRefusalError(GONE);
  return view;
}

function findMessage(slack: LocalSlack, where: { channelId: string; ts: string }): Message {
  const message = slack.transcript.findMessage(where);
  if (!message) throw new ClientRefusalError(GONE);
  return message;
}

const GONE = 'That message or form no longer exists.';

type PersonAction = Exclude<Action, { do: 'control' | 'trouble' }>;

async function perform(
  action: PersonAction,
  slack: LocalSlack,
  person: Person,
  samples: PageSamples,
): Promise<Delivery | undefined> {
  const driver = slack.as(person);
  switch (action.do) {
    case 'say':
      await driver.say(
        await findChannel(slack, person, action.channelId),
        action.text,
        action.threadTs ? { threadTs: action.threadTs } : {},
      );
      return undefined;
    case 'command':
      return driver.command(action.text, { channel: await findChannel(slack, person, action.channelId) });
    case 'invite':
      await driver.invite(await findChannel(slack, person, action.channelId));
      return undefined;
    case 'shortcut':
      return driver.shortcut(action.callbackId);
    case 'message-shortcut':
      return driver.messageShortcut(action.callbackId, findMessage(slack, action));
    case 'click':
      return click(driver, findPlace(slack, action.where), action);
    case 'submit':
      return driver.submit(findView(slack, action.viewId), readValues(action.values));
    case 'close-view':
      return (await driver.closeView(findView(slack, action.viewId)))[0];
    case 'drop': {
      const files = action.files.map(({ base64, name }) => ({ name, bytes: Buffer.from(base64, 'base64') }));
      await driver.drop(await findChannel(slack, person, action.channelId), files, action.comment);
      return undefined;
    }
    case 'drop-sample': {
      const files = await samples.make(action.sample);
      if (!files) throw new ClientRefusalError('Unknown sample.');
      await driver.drop(await findChannel(slack, person, action.channelId), files);
      return undefined;
    }
    case 'open-home':
      return driver.openHome();
  }
}

function click(
  driver: PersonDriver,
  where: Message | View,
  { actionId, blockId, choice }: Extract<Action, { do: 'click' }>,
) {
  const element = listElements(where.blocks).find(
    (placed) => placed.block.block_id === blockId && placed.element.action_id === actionId,
  )?.element;
  // An entry of an overflow menu is picked by its value; a menu is picked, and then its options are chosen.
  if (element?.type === 'overflow' && typeof choice === 'string')
    return driver.click(where, { actionId, blockId, value: choice });
  return driver.click(where, { actionId, blockId }, choice === undefined ? {} : { option: choice });
}

const readValues = (values: Record<string, Entered>) =>
  Object.fromEntries(Object.entries(values).map(([block, value]) => [block, readValue(value)]));

function readValue(value: Entered) {
  if (typeof value === 'string') return value;
  const files = value.flatMap((entry) =>
    typeof entry === 'string' ? [] : [{ name: entry.name, bytes: Buffer.from(entry.base64, 'base64') }],
  );
  return files.length > 0 ? files : value.filter((entry) => typeof entry === 'string');
}

function findView(slack: LocalSlack, id: string): View {
  const view = slack.transcript.findView(id);
  if (!view) throw new ClientRefusalError('That form is no longer open.');
  return view;
}

async function findChannel(slack: LocalSlack, person: Person, id: string) {
  const rooms = [...Object.values(slack.channels), await slack.directMessage(person)];
  const found = rooms.find((room) => room.id === id);
  if (!found) throw new ClientRefusalError('Channel not found.');
  return found;
}

/** The errors that Slack's client shows. */
function answerOf(delivery: Delivery | undefined): ActAnswer {
  if (!delivery?.error || delivery.error === 'cancelled') return { ok: true };
  if (delivery.error === 'operation_timeout') {
    return { ok: false, sentence: 'The app did not respond within 3 seconds (operation_timeout).' };
  }
  if (delivery.error === 'dispatch_failed') {
    return { ok: false, sentence: 'The app could not be reached (dispatch_failed). Is the bot running?' };
  }
  return {
    ok: false,
    sentence: `Slack rejected the app's response (${delivery.error}). ${delivery.reasons.join(' ')}`,
  };
}
