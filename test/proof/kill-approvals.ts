import { setTimeout as wait } from 'node:timers/promises';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { Random } from '../../packages/ability-zip/test/random.ts';
import { createServiceClient } from '../../src/service/client.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { type ProofHouse, startProofHouse } from './proof-house.ts';

const LONGEST_MS = 60_000;
/** Kills up to this long after an approval: before, in and after the call of the service. */
const KILL_WITHIN_MS = 400;
/** The service takes this long for each change. */
const SLOW_MS = 150;
/** How long an approval may stay unread before it is typed again: the kill has cut it off. */
const AGAIN_MS = 2000;

export interface ApprovalReport {
  approved: number;
  /** Approvals that another process has carried out, or ended, than the one that was asked. */
  byNext: number;
  wrong: string[];
}

/**
 * Ben asks to disable News and Ana approves, while the bot is killed and started again. Each approved request is carried
 * out, closed where it was posted, and has an end in the audit log.
 */
export async function killApprovals(options: {
  store: StoreOptions;
  kills: number;
  seed: number;
}): Promise<ApprovalReport> {
  const house = await startProofHouse({
    store: options.store,
    replicas: 1,
    env: { MEMBER_ROLE: 'editor', APPROVALS: 'disable' },
  });
  try {
    const random = new Random(options.seed);
    house.service.faults.add({
      match: { method: 'PUT', path: /edit-installed-capability/ },
      times: 10 * options.kills,
      fault: { kind: 'delay', ms: SLOW_MS },
    });
    const report: ApprovalReport = { approved: 0, byNext: 0, wrong: [] };
    for (let kill = 0; kill < options.kills; kill += 1) {
      const id = await askToDisable(house);
      const isAnsweredByNext = await approveKilled(house, id, random);
      report.approved += 1;
      if (isAnsweredByNext) report.byNext += 1;
      report.wrong.push(...(await examine(house, id)).map((sentence) => `Request ${kill + 1}: ${sentence}`));
      await until(house, 'News is enabled again', async () => {
        await house.slack.as(house.slack.people.ana).command('enable News');
        await wait(200);
        return (await isEnabled(house)) === true;
      });
    }
    return report;
  } finally {
    await house.close();
  }
}

const approvalsOf = ({ slack, store }: ProofHouse) => store.of(slack.teamId).approvalsOf(null);

/** @returns the ID of the request. */
async function askToDisable(house: ProofHouse): Promise<string> {
  const { slack } = house;
  await slack.as(slack.people.ben).command('disable News');
  let id: string | undefined;
  await until(house, 'a request waits', async () => {
    [{ id } = { id: undefined }] = await approvalsOf(house).waiting(1);
    return id !== undefined;
  });
  return id ?? '';
}

/** Approves until it is approved, and kills the bot once. @returns whether the next process has ended it. */
async function approveKilled(house: ProofHouse, id: string, random: Random): Promise<boolean> {
  const { bots, slack } = house;
  const [bot] = bots;
  const approve = () => slack.as(slack.people.ana).command(`approve ${id}`);
  const stateOf = async () => (await approvalsOf(house).find(id))?.state;
  await approve();
  await wait(random.below(KILL_WITHIN_MS));
  await bot?.kill();
  const isOpen = (await stateOf()) !== 'approved';
  await bot?.start();
  let typedAt = performance.now();
  await until(house, 'it is approved', async () => {
    const state = await stateOf();
    if (state === 'waiting' && performance.now() - typedAt > AGAIN_MS) {
      typedAt = performance.now();
      await approve();
    }
    return state === 'approved';
  });
  return isOpen;
}

/** @returns what does not fit together, in sentences. */
async function examine(house: ProofHouse, id: string): Promise<string[]> {
  const { slack, store } = house;
  const wrong: string[] = [];
  if (await isEnabled(house)) wrong.push('News is still enabled.');
  const entries = async () =>
    (await store.of(slack.teamId).auditLog.all({}, 1000)).filter(
      ({ ended, targets, verb }) =>
        verb === 'approve' && [...targets, ...(ended?.targets ?? [])].some((target) => target.id === id),
    );
  await until(house, 'its entries have an end', async () => (await entries()).every(({ ended }) => ended !== null));
  const posted = () => slack.transcript.messages.filter(({ text }) => text.includes('disable News'));
  await until(house, 'its message is closed', async () =>
    posted().every((message) => !renderText(message).includes('[Approve')),
  );
  return wrong;
}

async function isEnabled({ service }: ProofHouse): Promise<boolean | undefined> {
  const credential = { kind: 'api-key', value: service.apiKey } as const;
  const rows = await createServiceClient({ baseUrl: service.baseUrl, credential }).listInstalledAbilities();
  return rows.find(({ name }) => name === 'News')?.enabled;
}

/** @throws if it takes too long. */
async function until({ bots }: ProofHouse, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + LONGEST_MS; !(await isSo()); await wait(50)) {
    if (performance.now() > deadline) throw new Error(`It never came that ${what}.\n${bots[0]?.tail}`);
  }
}
