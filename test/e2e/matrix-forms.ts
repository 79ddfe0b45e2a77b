import type { Delivery, FormValues, Message, Person, View } from '@abilities-bot/local-slack';
import { listElements } from '@abilities-bot/local-slack/block-kit';
import * as z from 'zod';
import { decodeButton } from '../../src/slack/button-value.ts';
import { CHOOSE_FIELD } from '../../src/slack/features/show/choose.ts';
import { showGroupFields } from './group-fields.ts';
import type { Row, TriedVerb } from './matrix-rows.ts';
import type { House } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

/** A submitted form, recorded. */
export interface SentForm extends Row {
  shows: RegExp;
  sent: Delivery;
}

/** A select's request for options, recorded. */
export interface AskedSelect {
  verb: TriedVerb;
  asked: Delivery;
}

export interface Forms {
  forms: SentForm[];
  selects: AskedSelect[];
  /** The ID of an upload that asks what to do about a taken name. */
  upload: string;
}

/** The choice for each verb and its result. */
const CHOSEN = [
  ['show', ['Timer'], /Timer\W+Enabled · [\s\S]*Trigger words/],
  // The next form replaces this one later. The views of other people don't exist in the local Slack.
  ['triggers', ['Timer'], /Loading…/],
  ['enable', ['Café Finder'], /Café Finder\W+was already enabled/],
  ['disable', ['Home Lights'], /Home Lights\W+was already disabled/],
  ['delete', ['Timer'], /Loading…/],
] as const;

/**
 * Each of the bot's forms, opened and submitted by a workspace admin. The change of a form already applies afterwards,
 * or the form was submitted with an error, so submitting it again changes nothing.
 */
export async function sendEachForm(house: House): Promise<Forms> {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const { ops } = slack.channels;
  const sent: SentForm[] = [];

  const open = async (line: string, form: string): Promise<View> => {
    const after = slack.transcript.revision;
    await ana.command(line, { channel: ops });
    return slack.nextView(({ callbackId, userId }) => callbackId === form && userId === ana.person.id, { after });
  };
  const send = async (view: View, values: FormValues, row: Omit<SentForm, 'line' | 'sent'>): Promise<void> => {
    const delivery = await ana.submit(view, values);
    sent.push({ ...row, line: `form ${view.callbackId}`, sent: delivery });
    const left = ana.modal();
    if (left) await ana.closeView(left, { all: true });
  };
  const suggestionOf = async (view: View, actionId: string): Promise<Delivery> => {
    await ana.suggest(view, actionId, '');
    const asked = slack.transcript.deliveries.findLast(({ payload }) => payload.type === 'block_suggestion');
    if (!asked) throw new Error('the select asks for its options');
    return asked;
  };

  const assign = await open('assign Echo', 'assign');
  const offered = await suggestionOf(assign, 'abilities');
  await send(assign, { Abilities: ['Weather'] }, { verb: 'assign', shows: /Echo\W+already has these Abilities/ });

  const empty = await open('assign Atlas', 'assign');
  await ana.submit(empty, { Abilities: [] });
  const unassign = await slack.nextView(({ callbackId }) => callbackId === 'unassign');
  await send(unassign, {}, { verb: 'unassign', shows: /Atlas/ });

  const words = await open('enable Radio', 'trigger-words');
  await send(words, { trigger_words: 'play the radio' }, { verb: 'enable', shows: /Radio\W+(was already )?enabled/ });
  const edit = await open('triggers Weather edit:', 'edit-triggers');
  await send(edit, { trigger_words: 'will it hail' }, { verb: 'triggers', shows: /already has these trigger words/ });
  await send(await open('search', 'search'), {}, { verb: 'search', shows: /Abilities · / });
  await send(await open('say', 'say'), { phrase: 'will it rain' }, { verb: 'say', shows: /will it rain/ });

  // Only disabled ones can be chosen to be enabled.
  await ana.command('disable Café Finder');
  await slack.nextMessage(({ text }) => text.includes('Café Finder disabled by'));
  let choosing: Delivery | null = null;
  for (const [verb, abilities, shows] of CHOSEN) {
    const choose = await open(verb, 'choose');
    choosing ??= await suggestionOf(choose, CHOOSE_FIELD.action);
    await send(choose, { [CHOOSE_FIELD.block]: abilities }, { verb, shows });
  }
  const several = await open('delete Recipe Helper, Focus Coach', 'delete-several');
  await send(several, {}, { verb: 'delete', shows: /2 were already gone/ });

  const zip = { name: 'tides.zip', bytes: await newWeather() };
  const fields = { Name: 'Tides', Description: 'Tells the tides.', trigger_words: ', ,' };
  await send(
    await open('upload', 'upload'),
    { ...fields, zip },
    { verb: 'upload', shows: /at least one trigger word/ },
  );

  const question = await askAboutWeather(house);
  await ana.click(question, { text: 'Replace…' });
  const replace = await slack.nextView(({ callbackId }) => callbackId === 'replace');
  await send(replace, { typed_name: 'Wether' }, { verb: 'replace', shows: /The name doesn't match/ });

  const settings = await showGroupFields(house.slack, ana, await open('settings', 'settings'));
  const groups = await suggestionOf(settings, 'admin_groups');
  await send(settings, {}, { verb: 'settings', shows: /No changes\./ });
  const asIfConnect = sent.find(({ verb }) => verb === 'settings');
  if (asIfConnect) sent.push(connectLike(asIfConnect.sent));

  return {
    forms: sent,
    selects: [
      { verb: 'list', asked: offered },
      ...(choosing ? [{ verb: 'list', asked: choosing } as const] : []),
      { verb: 'settings', asked: groups },
    ],
    upload: uploadOf(question),
  };
}

const newWeather = () => zipOf({ 'weather/main.py': 'def run(u):\n    return "snow"\n', 'weather/__init__.py': '' });

async function askAboutWeather(house: House): Promise<Message> {
  const message = await startUpload(house, await newWeather(), { name: 'weather.zip' });
  return saying(house, message, 'Weather already exists');
}

function uploadOf({ blocks }: Message): string {
  for (const { element } of listElements(blocks)) {
    const command = element.type === 'button' && element.value ? decodeButton(element.value)?.command : null;
    if (command?.verb === 'choose-for-upload') return command.upload;
  }
  throw new Error('The message of an upload has no button about it.');
}

const Metadata = z.looseObject({ origin: z.looseObject({ responseUrl: z.string().nullable() }) });
const SentView = z.looseObject({ private_metadata: z.string(), callback_id: z.string() });

/** With a single workspace this form never opens, but a submission of it is still processed if the role allows it. */
function connectLike(settings: Delivery): SentForm {
  const view = SentView.parse(settings.payload.view);
  const metadata = { ...Metadata.parse(JSON.parse(view.private_metadata)), form: 'connect' };
  const key = { api_key: { api_key: { type: 'plain_text_input', value: 'short' } } };
  const changed = { callback_id: 'connect', private_metadata: JSON.stringify(metadata), state: { values: key } };
  const sent = { ...settings, payload: { ...settings.payload, view: { ...view, ...changed } } };
  return { verb: 'connect', line: 'form connect', shows: /This isn't an API key/, sent };
}

let forms = 0;

/** The same form as submitted by another person who opened it in the same channel: a view of their own. */
export function asIfFrom(person: Person, { sent }: SentForm, teamId: string): Delivery {
  forms += 1;
  const view = SentView.parse(sent.payload.view);
  const metadata = Metadata.parse(JSON.parse(view.private_metadata));
  const own = { ...metadata, origin: { ...metadata.origin, responseUrl: null } };
  const ofThem = { id: `V0MATRIX${forms}`, hash: `${forms}.matrix`, private_metadata: JSON.stringify(own) };
  return { ...sent, payload: { ...sent.payload, user: userOf(person, teamId), view: { ...view, ...ofThem } } };
}

/** The same request for options from another person. */
export const identify = (person: Person, { asked }: AskedSelect, teamId: string): Delivery => ({
  ...asked,
  payload: { ...asked.payload, user: userOf(person, teamId) },
});

const userOf = (person: Person, teamId: string) => ({
  id: person.id,
  username: person.name,
  name: person.name,
  team_id: person.kind === 'stranger' ? person.teamId : teamId,
});
