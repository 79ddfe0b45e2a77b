import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../packages/ability-zip/test/random.ts';
import type { AuditRecord } from '../../src/store/audit-record.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { type ProofHouse, startProofHouse } from './proof-house.ts';

const LONGEST_MS = 60_000;
/** Kills up to this long after a command: before, in and after the call of the service. */
const KILL_WITHIN_MS = 400;
/** The service takes this long for each change. */
const SLOW_MS = 150;

export interface CommandReport {
  /** Commands that are in the audit log. */
  begun: number;
  /** Answered by the next process. */
  byNext: number;
  wrong: string[];
}

/**
 * News gets trigger words while the bot is killed and started again. Each change that was begun is answered, by the killed
 * process or the next one, and has an end in the audit log.
 */
export async function killCommands(options: {
  store: StoreOptions;
  kills: number;
  seed: number;
}): Promise<CommandReport> {
  const { kills, seed, store } = options;
  const house = await startProofHouse({ store, replicas: 1 });
  try {
    const random = new Random(seed);
    const { bots, service, slack } = house;
    const [bot] = bots;
    service.faults.add({
      match: { method: 'PUT', path: /edit-installed-capability/ },
      times: 10 * kills,
      fault: { kind: 'delay', ms: SLOW_MS },
    });
    const report: CommandReport = { begun: 0, byNext: 0, wrong: [] };
    for (let kill = 0; kill < kills; kill += 1) {
      const after = slack.transcript.revision;
      const since = new Date();
      const word = `rain ${100 + kill}`;
      const line = `triggers News add: ${word}`;
      const { acked } = await slack.as(slack.people.ana).command(line);
      await wait(random.below(KILL_WITHIN_MS));
      await bot?.kill();
      await bot?.start();
      // The process was killed before the ack, or between it and the audit log.
      if (!acked || !(await recordSince(house, since))) continue;
      report.begun += 1;
      const answer = await slack
        .nextMessage(({ text }) => isAnswerTo(line, word, text), { after, signal: AbortSignal.timeout(LONGEST_MS) })
        .catch(() => null);
      if (!answer) report.wrong.push(`“${word}” was never answered.`);
      if (answer && /^(?:Interrupted|Result of)/.test(answer.text)) report.byNext += 1;
      if (!(await recordSince(house, since))?.ended) report.wrong.push(`“${word}” has no end in the audit log.`);
    }
    return report;
  } finally {
    await house.close();
  }
}

/** A late second answer to an earlier command lists all words. */
const isAnswerTo = (line: string, word: string, text: string): boolean =>
  /^(?:Interrupted|Result of)/.test(text) ? text.includes(`\`${line}\``) : text.includes(word);

async function recordSince({ slack, store }: ProofHouse, since: Date): Promise<AuditRecord | undefined> {
  const [record] = await store.of(slack.teamId).auditLog.all({ since }, 1);
  return record;
}
