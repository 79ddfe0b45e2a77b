import { packZip } from '../samples/pack-zip.ts';

const README = '# Sunrise\n\nTells when the sun rises and sets.\n';

const MAIN = `"""Tells when the sun rises and sets."""


def run(utterance):
    return "The sun rises at six and sets at eight."
`;

/** A real package as people drop it: one folder with main.py, an empty __init__.py and a README. */
export const packSunrise = (): Promise<Buffer> =>
  packZip({ 'sunrise/main.py': MAIN, 'sunrise/__init__.py': '', 'sunrise/README.md': README });
