import about from '../../package.json' with { type: 'json' };
import { bad, good } from '../core/finding.ts';
import type { Check } from './check.ts';

/** Which version runs, and whether Node is new enough for it. */
export const checkVersion = (node: string = process.versions.node): Check => ({
  subject: 'Version',
  fixWithoutAnswer: 'Restart the bot.',
  look: () => {
    const found = `abilities-bot ${about.version} on Node ${node}.`;
    const [least = ''] = /\d+\.\d+/.exec(about.engines.node) ?? [];
    return isAtLeast(node, least) ? good(found) : bad(found, `Run it with Node ${least} or newer.`);
  },
});

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
