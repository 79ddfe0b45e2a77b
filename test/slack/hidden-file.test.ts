import { expect, test } from 'vitest';
import { readSharedFile } from '../../src/slack/files/read.ts';

/** Slack's response for a hidden file: no name, no size, no link. */
const hidden = (mode: string) => ({ readFile: async () => ({ ok: true, file: { id: 'F0TIDES', mode, created: 1 } }) });

test.each([
  ['tombstone', 'tides.zip was deleted. Drop it again.'],
  ['hidden_by_limit', "Slack hides tides.zip, because it is past this workspace's limits. Drop it again."],
])('a zip that Slack hides (%s) keeps its name, and is reported with the reason', async (mode, reason) => {
  const file = await readSharedFile(hidden(mode), 'F0TIDES', 'tides.zip');
  expect(file).toMatchObject({ name: 'tides.zip', isZip: true, unreadable: reason, downloadUrl: null });
});
