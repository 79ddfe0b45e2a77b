import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHouse } from '../e2e/start-house.ts';
import { saying, startUpload } from '../e2e/upload-job.ts';
import { goodZip } from '../e2e/zips.ts';
import { judge, type Section } from './section.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Maximum number of the bot's files that may run for each. */
const GOALS = { list: 50, 'a Disable click': 60, 'an upload from drop to end': 100 };

/**
 * Counts the bot's source files with at least one function that runs during an action, by V8's precise coverage. The
 * bot is warm: each action runs once before it is counted. Loading a file does not count.
 */
export async function benchFiles(): Promise<Section> {
  const house = await startHouse({ mode: 'http' });
  const inspector = new Session();
  inspector.connect();
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const next = async (act: () => Promise<unknown>, words: string) => {
    const after = slack.transcript.revision;
    await act();
    return slack.nextMessage(({ text }) => text.includes(words), { after });
  };
  const list = () => next(() => ana.command('list'), 'Abilities · ');
  const jobs = {
    list,
    'a Disable click': async () => {
      const drawn = await list();
      await take(inspector);
      await next(() => ana.click(drawn, { text: 'Disable' }), 'disabled by');
    },
    'an upload from drop to end': async () => {
      uploads += 1;
      const name = `Tides ${uploads}`;
      await saying(house, await startUpload(house, await goodZip(), { values: { Name: name } }), `${name} uploaded by`);
    },
  } satisfies Record<keyof typeof GOALS, () => Promise<unknown>>;
  let uploads = 0;
  try {
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const rows: string[][] = [];
    for (const [name, goal] of Object.entries(GOALS) as [keyof typeof GOALS, number][]) {
      await jobs[name]();
      await take(inspector);
      await jobs[name]();
      const files = await take(inspector);
      rows.push([name, String(files.size), judge(files.size <= goal, `at most ${goal}`)]);
    }
    return {
      title: 'Source files that run',
      columns: ['for', 'files', 'goal'],
      rows,
      notes: ['Files of `src/` with at least one executed function, by V8 coverage.'],
    };
  } finally {
    inspector.disconnect();
    await house.close();
  }
}

/** The files with a function that has run since the last call. */
async function take(inspector: Session): Promise<Set<string>> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions, url }) => {
    const isOurs = url.startsWith('file:') && fileURLToPath(url.replace(/\?.*$/, '')).startsWith(SRC);
    // A range that starts at 0 is the module itself, which runs on load.
    return isOurs && functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0);
  });
  return new Set(ran.map(({ url }) => relative(SRC, fileURLToPath(url.replace(/\?.*$/, '')))));
}
