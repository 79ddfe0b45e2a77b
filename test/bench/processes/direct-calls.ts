import { request } from 'undici';
import * as z from 'zod';
import { ENDPOINTS } from '../../../src/service/endpoints.ts';
import { DirectCallsJob } from '../direct-calls-job.ts';

/** Makes the calls of a click one after another with nothing in between, and reports the duration of each. */
const Row = z.looseObject({ id: z.int(), name: z.string(), enabled: z.boolean(), trigger_words: z.array(z.string()) });

async function run({ apiKey, baseUrl, message, name, responseUrl }: DirectCallsJob) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const startedAt = performance.now();
  const list = await request(`${baseUrl}${ENDPOINTS.listInstalledAbilities.path}`, { headers });
  const rows = z.array(Row).parse(await list.body.json());
  const gotAt = performance.now();
  const row = rows.find((one) => one.name === name);
  if (!row) throw new Error(`${name} is not installed.`);
  const { enabled, id, trigger_words } = row;
  // The endpoint table has paths with an ID as functions of branded IDs.
  const put = await request(`${baseUrl}/api/capabilities/edit-installed-capability/${id}/`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ name, enabled, trigger_words }),
  });
  await put.body.dump();
  const putAt = performance.now();
  const post = await request(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  await post.body.dump();
  const postedAt = performance.now();
  for (const { statusCode } of [list, put, post])
    if (statusCode !== 200) throw new Error(`An answer is ${statusCode}.`);
  return { get: gotAt - startedAt, put: putAt - gotAt, post: postedAt - putAt };
}

process.on('message', (raw) => {
  run(DirectCallsJob.parse(raw)).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.stdout.write('READY\n');
