import { CATEGORIES } from '@abilities-bot/service-api';
import { DEMO_AGENTS, type DemoAbility } from './demo-abilities.ts';

const ABILITIES = 5000;
const AGENTS = 60;

/** In several scripts; every tenth name has the maximum length. */
const THINGS = ['Weather', 'Ångström', '天気予報', 'Погода', 'مناخ', 'Café', 'Lights', 'Radio', 'Ωmega', 'Night Watch'];
const MAX_NAME = 255;

/** More than any real account: 5,000 Abilities in every state, 60 Agents. Deterministic. */
export function makeLargeAccount(): { agents: readonly string[]; abilities: readonly DemoAbility[] } {
  const agents = [...DEMO_AGENTS, ...Array.from({ length: AGENTS - DEMO_AGENTS.length }, (_, n) => `Agent ${n + 1}`)];
  return { agents, abilities: Array.from({ length: ABILITIES }, (_, n) => makeAbility(n, agents)) };
}

function makeAbility(n: number, agents: readonly string[]): DemoAbility {
  const thing = THINGS[n % THINGS.length] ?? 'Thing';
  const short = `${thing} ${String(n + 1).padStart(4, '0')}`;
  const name = n % 10 === 3 ? `${short} ${thing.repeat(MAX_NAME)}`.slice(0, MAX_NAME) : short;
  const agent = agents[n % agents.length];
  return {
    name,
    category: CATEGORIES[n % CATEGORIES.length] ?? 'skill',
    description: `Number ${n + 1} of many.`,
    triggerWords: n % 25 === 0 ? [] : [`start number ${n + 1}`, `what about ${thing.toLowerCase()} ${n + 1}`],
    ...(n % 8 === 0 ? {} : { installed: { enabled: n % 3 > 0, isForAgents: n % 50 > 0 } }),
    ...(n % 8 > 0 && agent ? { agents: [agent] } : {}),
  };
}
