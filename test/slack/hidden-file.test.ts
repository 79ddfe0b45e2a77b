import { expect, test } from 'vitest';
import { readSharedFile } from '../../src/slack/files/read.ts';

/** Slack's response for a hidden file: no name, no size, no link. */
const hidden = (mode: string) => ({ readFile: async () => ({ ok: true, file: { id: 'F0TIDES', mode, created: 1 } }) });

test.each([
  ['tombstone', 'tides.zip was deleted. Upload it again.'],
  ['hidden_by_limit', "Slack hides tides.zip because of this workspace's plan limits. Upload it again."],
])('a zip that Slack hides (%s) keeps its name, and is reported with the reason', async (mode, reason) => {
  const file = await readSharedFile(hidden(mode), 'F0TIDES', 'tides.zip');
  expect(file).toMatchObject({ name: 'tides.zip', isZip: true, unreadable: reason, downloadUrl: null });
});

test.each([undefined, null, '', ' '])('one that Slack gives the name %j is the file in each sentence', async (name) => {
  const read = (file: object) =>
    readSharedFile({ readFile: async () => ({ ok: true, file: { id: 'F0TIDES', name, ...file } }) }, 'F0TIDES');
  const sentences = [
    [{ mode: 'tombstone' }, 'The file was deleted. Upload it again.'],
    [{ mode: 'hidden_by_limit' }, "Slack hides the file because of this workspace's plan limits. Upload it again."],
    [
      { mode: 'external', external_type: 'gdrive' },
      "The file is stored in Google Drive, not in Slack, so I can't read it. Download it and upload the file itself.",
    ],
    [{ mode: 'hosted' }, 'Slack no longer stores the file. Upload it again.'],
  ] as const;
  for (const [file, sentence] of sentences) expect((await read(file)).unreadable).toBe(sentence);
});
