import type { Delivery, Message, View } from '@abilities-bot/local-slack';
import { buttonsOf, inside, type Side, saveSettings, shownAfter, type Twins } from './twin-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

export const newWeather = () =>
  zipOf({
    'weather/main.py': 'def run(u):\n    return "snow"\n',
    'weather/__init__.py': '',
    'weather/README.md': 'New.\n',
  });

/** Everything of a workspace that could leak to another: its messages and forms, and the IDs behind them. */
export interface Drawn {
  messages: Message[];
  /** The question about the name Weather. */
  question: Message;
  upload: string;
  approval: string;
  change: string;
  forms: View[];
}

const FORMS = [
  ['assign Echo', 'assign'],
  ['enable Radio', 'trigger-words'],
  ['triggers Weather edit:', 'edit-triggers'],
  ['search', 'search'],
  ['say', 'say'],
  ['show', 'choose'],
  ['disable', 'choose'],
  ['delete Recipe Helper, Focus Coach', 'delete-several'],
  ['upload', 'upload'],
  ['settings', 'settings'],
  ['connect', 'connect'],
] as const;

/** Creates one of everything in a workspace that has a button, a form or an ID. */
export async function drawEverything(twins: Twins, side: Side): Promise<Drawn> {
  const { ana, slack } = inside(twins, side);
  const { ops } = slack.channels;
  const team = slack.teamId;
  const shows = (line: string, words: RegExp) =>
    shownAfter(slack, words, () => ana.command(line, { channel: ops })).then((shown) => shown as Message);

  const messages: Message[] = [];
  for (const [line, words] of [
    ['list', /Abilities · /],
    ['show Weather', /Trigger words[^“]*“/],
    ['agents', /3 Agents/],
    ['triggers Weather', /trigger word/],
    ['disable News, Home Lights', /Abilities disabled/],
    ['disable Café Finder', /disabled by/],
    ['unassign Atlas', /Remove all Abilities…/],
    ['help', /abilities list/],
    ['history', /Audit log/],
    ['disconnect', /connected the account/],
  ] as const) {
    messages.push(await shows(line, words));
  }
  await saveSettings(twins, side, { approvals: ['delete-enabled'] });
  const asked = await shows('delete Timer', /\*Timer\* {2}Enabled/);
  await shownAfter(slack, / asked .*in /, () => ana.click(asked, { text: 'Ask to delete' }));
  messages.push(asked, await slack.nextMessage(({ text }) => text.includes('wants to delete Timer')));
  messages.push(await shows('approve', /pending approval/));

  const offer = await startUpload({ slack }, await newWeather(), { name: 'weather.zip' });
  messages.push(offer);
  const question = await saying({ slack }, offer, 'Weather already exists');
  messages.push(question);
  const [upload] = await twins.store.of(team).uploads.listOpen(1);
  const [approval] = await twins.store.of(team).approvalsOf(null).waiting(1);
  const [change] = await twins.store.of(team).undoLogOf(null).recent(1);
  const replace = await opened(twins, side, 'replace', () => ana.click(question, { text: 'Replace…' }));
  const words = await opened(twins, side, 'upload', () => ana.click(question, { text: 'Rename…' }));
  return {
    messages,
    question,
    upload: upload?.id ?? '',
    approval: approval?.id ?? '',
    change: change?.id ?? '',
    forms: [...(await openForms(twins, side)), replace, words],
  };
}

/** Open forms with all their metadata; they are closed without being submitted. */
async function openForms(twins: Twins, side: Side): Promise<View[]> {
  const { ana, slack } = inside(twins, side);
  const views: View[] = [];
  for (const [line, form] of FORMS) {
    views.push(await opened(twins, side, form, () => ana.command(line, { channel: slack.channels.ops })));
  }
  return views;
}

async function opened(twins: Twins, side: Side, form: string, act: () => Promise<unknown>): Promise<View> {
  const { ana, slack } = inside(twins, side);
  const after = slack.transcript.revision;
  await act();
  const view = await slack.nextView(({ callbackId }) => callbackId === form, { after });
  await ana.closeView(view, { all: true });
  return view;
}

/** The values of all buttons and menu entries. */
export const valuesIn = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) => [
    ...buttonsOf(message).map(({ value }) => value),
    ...[...JSON.stringify(message.blocks).matchAll(/"value":("\{(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
      String(JSON.parse(text ?? '""')),
    ),
  ]);

let sent = 0;

/**
 * A click delivered in one workspace, on a separate block.
 * @param trigger one issued by Slack, for actions that open a form.
 */
export function clickOn(template: Delivery, value: string, blockId: string, trigger = `copied.${++sent}`): Delivery {
  const { response_url: _none, ...payload } = template.payload;
  const action = { type: 'button', action_id: 'copied', block_id: blockId, value };
  // A separate click: a second one with the same trigger is a redelivery.
  return { ...template, payload: { ...payload, trigger_id: trigger, actions: [action] } };
}

/** A submission delivered in one workspace with the metadata and content of another's form. */
export function submissionOf(
  template: Delivery,
  form: View,
  values: Record<string, unknown> = {},
  id = `V0COPIED${++sent}`,
): Delivery {
  const { actions: _none, response_url: _url, message: _message, container: _place, ...payload } = template.payload;
  const view = {
    id,
    hash: `${id}.copied`,
    type: 'modal',
    callback_id: form.callbackId,
    private_metadata: form.privateMetadata,
    state: { values: { ...form.state, ...values } },
  };
  return { ...template, payload: { ...payload, type: 'view_submission', view } };
}
