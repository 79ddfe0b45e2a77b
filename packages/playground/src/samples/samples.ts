import type { FileDrop } from '@abilities-bot/local-slack';
import type { PageSamples } from '@abilities-bot/local-slack/page';
import { packSunrise } from '../tour/pack-sunrise.ts';
import { drawIcon } from './draw-icon.ts';
import { packZip } from './pack-zip.ts';

interface Sample {
  label: string;
  /** Files that are dropped together. */
  files: Readonly<Record<string, () => string | Uint8Array | Promise<Uint8Array>>>;
}

const SUNSET = 'def run(utterance):\n    return "The sun sets at eight."\n';
const MAIN = 'import moon\n\n\ndef run(utterance):\n    return moon.tell()\n';
const MOON = '"""Tells the phase of the moon."""\n\n\ndef tell():\n    return "The moon is full."\n';
const NEWS =
  '"""Reads the ten headlines of the hour."""\n\n\ndef run(utterance):\n    return "Here are ten headlines."\n';
const TIDES = 'def run(utterance):\n    return "High water is at noon."\n';

/** Valid packages and the most common mistakes. */
const SAMPLES: readonly Sample[] = [
  { label: 'A good package', files: { 'sunrise.zip': packSunrise } },
  { label: 'A new version of News', files: { 'news.zip': packNews } },
  { label: 'A zip and an icon', files: { 'sunrise.zip': packSunrise, 'sunrise-icon.png': drawIcon } },
  {
    label: 'Three loose files',
    files: {
      'main.py': () => MAIN,
      'moon.py': () => MOON,
      'README.md': () => '# Moon\n\nTells the phase of the moon.\n',
    },
  },
  { label: 'A zip with macOS junk', files: { 'tides.zip': packWithJunk } },
  {
    label: 'A flat package: its files are not in a folder',
    files: { 'flat-sunset.zip': () => packZip({ 'main.py': SUNSET, 'README.md': '# Sunset\n' }) },
  },
  { label: 'A broken package: half of a zip', files: { 'broken-dawn.zip': packBroken } },
];

const nameOf = ({ files }: Sample) => Object.keys(files).join(', ');

const listSamples = () => SAMPLES.map((sample) => ({ label: sample.label, name: nameOf(sample) }));

async function makeSample(name: string): Promise<FileDrop[] | null> {
  const sample = SAMPLES.find((candidate) => nameOf(candidate) === name);
  if (!sample) return null;
  const files = Object.entries(sample.files).map(async ([file, make]) => ({
    name: file,
    bytes: Buffer.from(await make()),
  }));
  return Promise.all(files);
}

export const samples: PageSamples = { list: listSamples, make: makeSample };

function packNews(): Promise<Uint8Array> {
  return packZip({
    'news/main.py': NEWS,
    'news/__init__.py': '',
    'news/README.md': '# News\n\nReads the ten headlines of the hour.\n',
  });
}

/** The extra files that the macOS Finder adds. */
function packWithJunk(): Promise<Uint8Array> {
  return packZip({
    'tides/main.py': TIDES,
    'tides/.DS_Store': '\u0000\u0000\u0000\u0001Bud1',
    '__MACOSX/tides/._main.py': '\u0000\u0005\u0016\u0007',
  });
}

async function packBroken(): Promise<Uint8Array> {
  const whole = await packSunrise();
  return whole.subarray(0, Math.floor(whole.length / 2));
}
