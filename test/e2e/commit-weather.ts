import { otherCaller } from './reading.ts';
import type { House } from './start-house.ts';
import { zipOf } from './zips.ts';

/** Commits new code of Weather at the service, which opens the next draft. */
export async function commitWeather(house: House, says: string): Promise<void> {
  const { apiKey, baseUrl } = house.service;
  const caller = otherCaller(house);
  const weather = (await caller.listAbilities()).find(({ name }) => name === 'Weather');
  const release = weather && (await caller.findRelease(weather.id));
  const form = new FormData();
  form.set('committed', 'true');
  form.set('commit_message', says);
  const zip = await zipOf({ 'main.py': `def run(u):\n    return "${says}"\n`, '__init__.py': '' });
  form.set('zip_file', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'code.zip');
  const url = `${baseUrl}/api/capabilities/validate/release-code/${release?.releaseId}/`;
  const { ok, status } = await fetch(url, { method: 'POST', headers: { 'x-api-key': apiKey }, body: form });
  if (!ok) throw new Error(`The service rejected the code (${status}).`);
}
