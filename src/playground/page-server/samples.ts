import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import type { FileDrop } from '../local-slack/local-slack.ts';
import { packSunrise } from '../tour/pack-sunrise.ts';

interface Sample {
  name: string;
  label: string;
  make: () => Promise<Uint8Array>;
}

/** Packages for a visitor who has none: one that works, and the two mistakes that are made most. */
const SAMPLES: readonly Sample[] = [
  { name: 'sunrise.zip', label: 'A good package', make: packSunrise },
  { name: 'flat-sunset.zip', label: 'A flat package: its files are not in a folder', make: packFlat },
  { name: 'broken-dawn.zip', label: 'A broken package: half of a zip', make: packBroken },
];

export const listSamples = () => SAMPLES.map(({ label, name }) => ({ label, name }));

/** Null for a name that is no sample. */
export async function makeSample(name: string): Promise<FileDrop | null> {
  const sample = SAMPLES.find((candidate) => candidate.name === name);
  return sample ? { name, bytes: await sample.make() } : null;
}

async function packFlat(): Promise<Uint8Array> {
  const archive = new ZipArchive();
  archive.append('def run(utterance):\n    return "The sun sets at eight."\n', { name: 'main.py' });
  archive.append('# Sunset\n', { name: 'README.md' });
  const [bytes] = await Promise.all([buffer(archive), archive.finalize()]);
  return bytes;
}

async function packBroken(): Promise<Uint8Array> {
  const whole = await packSunrise();
  return whole.subarray(0, Math.floor(whole.length / 2));
}
