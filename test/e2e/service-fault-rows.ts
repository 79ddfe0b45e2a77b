import type { FaultRule } from '@abilities-bot/local-service';
import type { Delivery, Message, View } from '@abilities-bot/local-slack';
import { otherCaller } from './reading.ts';
import type { House } from './start-house.ts';
import { dropZip, openForm, WORDS } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { goodZip, zipOf } from './zips.ts';

/** The whole account as seen by a caller other than the bot. */
export async function readAccount(house: House) {
  const caller = otherCaller(house);
  const [abilities, installed, agents] = await Promise.all([
    caller.listAbilities(),
    caller.listInstalledAbilities(),
    caller.listAgents(),
  ]);
  return {
    abilities: abilities.map(({ id, name }) => `${id} ${name}`).sort(),
    installed: installed.map(({ enabled, id, triggerWords }) => `${id} ${enabled} ${triggerWords.join()}`).sort(),
    agents: agents.map(({ abilityIds, name }) => `${name} ${abilityIds?.join()}`).sort(),
  };
}

export interface FaultRow {
  /** The failing calls. */
  match: FaultRule['match'];
  changes: boolean;
  /** The answer without these calls: the lists are enough for a card. */
  fallsBackTo: RegExp | null;
  /**
   * Everything up to the step that makes the call.
   * @param cell a unique name.
   * @returns that step, which resolves to the person's final message.
   */
  prepare: (house: House, cell: string) => Promise<() => Promise<string>>;
}

const ana = ({ slack }: House) => slack.as(slack.people.ana);

/** The next message that only Ana sees. @throws with Slack's reason if her action was not acknowledged. */
const toldAna = async (house: House, act: () => Promise<Delivery>): Promise<string> => {
  const acknowledged = async () => {
    const { acked, error } = await act();
    if (!acked) throw new Error(`Slack got no ack: ${error}`);
  };
  return (await hear(house, acknowledged, ({ ephemeralFor }) => ephemeralFor === house.slack.people.ana.id)).text;
};

const looking = (path: RegExp, line: string, fallsBackTo: RegExp | null = null): FaultRow => ({
  match: { method: 'GET', path },
  changes: false,
  fallsBackTo,
  prepare: async (house) => () => toldAna(house, () => ana(house).command(line)),
});

/** Repeated if the bot gives up waiting for the lists, as it may on a busy machine. */
async function openAssign(house: House): Promise<View> {
  for (;;) {
    const after = house.slack.transcript.revision;
    await ana(house).command('assign Echo');
    const view = await house.slack.nextView(
      ({ definition }) => /remove all Abilities|isn't responding/.test(JSON.stringify(definition)),
      { after },
    );
    if (view.callbackId === 'assign') return view;
    await ana(house).closeView(view, { all: true });
  }
}

/** Repeated for the same reason. */
async function askToDelete(house: House, name: string): Promise<Message> {
  for (;;) {
    const told = await hear(
      house,
      () => ana(house).command(`delete ${name}`),
      ({ text }) => text.includes(`${name}  `) || text.includes("isn't responding"),
    );
    if (told.text.includes(`${name}  `)) return told;
  }
}

/** Each service endpoint with an action that calls it. */
export const FAULT_ROWS = {
  'list Agents': looking(/get-all-personalities\/$/, 'agents'),
  'get Ability': looking(/get-capability\/\d+\/$/, 'show Café Finder', /Café Finder[\s\S]*Enabled · Skill/),
  'list Abilities': looking(/get-all-capabilities\/$/, 'list'),
  'list installed Abilities': looking(/get-installed-capabilities\/$/, 'list'),
  'edit Agent': {
    match: { method: 'PUT', path: /edit-personality\/$/ },
    changes: true,
    fallsBackTo: null,
    prepare: async (house) => {
      const { agents } = await readAccount(house);
      const radio = (await otherCaller(house).listAbilities()).find(({ name }) => name === 'Radio');
      const wanted = agents.includes(`Echo ${radio?.id}`) ? 'Weather' : 'Radio';
      const form = await openAssign(house);
      return () => toldAna(house, () => ana(house).submit(form, { Abilities: [wanted] }));
    },
  },
  'edit installed Ability': {
    match: { method: 'PUT', path: /edit-installed-capability\/\d+\/$/ },
    changes: true,
    fallsBackTo: null,
    prepare: async (house) => {
      const row = (await otherCaller(house).listInstalledAbilities()).find(({ name }) => name === 'News');
      return () => toldAna(house, () => ana(house).command(`${row?.enabled ? 'disable' : 'enable'} News`));
    },
  },
  'upload Ability': {
    match: { method: 'POST', path: /add-capability\/$/ },
    changes: true,
    fallsBackTo: null,
    prepare: async (house, cell) => {
      const offer = await dropZip(house, await goodZip());
      const form = await openForm(house, offer);
      return async () => {
        await ana(house).submit(form, { ...WORDS, Name: cell });
        const end = await house.slack.nextMessage(
          ({ text, ts }) =>
            ts === offer.ts && /uploaded by|not uploaded|not have been uploaded|already exists/.test(text),
        );
        // The ref of an upload is among its details.
        const after = house.slack.transcript.revision;
        await ana(house).click(end, { text: 'Upload details' });
        const details = await house.slack.nextView(({ open }) => open, { after });
        await ana(house).closeView(details, { all: true });
        const ref = /Ref `([0-9a-f]{6})`/.exec(JSON.stringify(details.definition))?.[1];
        return ref === undefined ? end.text : `${end.text} (ref ${ref})`;
      };
    },
  },
  'delete Ability': {
    match: { method: 'POST', path: /delete-capability\/$/ },
    changes: true,
    fallsBackTo: null,
    prepare: async (house, cell) => {
      await createAbility(house, cell);
      const question = await askToDelete(house, cell);
      return () => toldAna(house, () => ana(house).click(question, { text: 'Delete' }));
    },
  },
} as const satisfies Record<string, FaultRow>;

/** Bypasses the bot, which is not under test here. */
async function createAbility({ service }: House, name: string): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name, category: 'skill', description: 'Made up.' })) {
    form.append(field, value);
  }
  form.append('trigger_words', 'made up');
  const bytes = await zipOf({ 'made/main.py': '', 'made/__init__.py': '' });
  form.append('zip_file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'made.zip');
  const url = `${service.baseUrl}/api/capabilities/add-capability/`;
  const { ok, status } = await fetch(url, { method: 'POST', headers: { 'x-api-key': service.apiKey }, body: form });
  if (!ok) throw new Error(`an Ability could not be made beside the bot: ${status}`);
}
