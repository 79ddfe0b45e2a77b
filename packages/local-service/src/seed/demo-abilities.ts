import type { Category } from '@abilities-bot/service-api';

export interface DemoAbility {
  readonly name: string;
  readonly category: Category;
  readonly description: string;
  readonly triggerWords: readonly string[];
  /** Absent: on the account, but not installed. */
  readonly installed?: {
    readonly enabled: boolean;
    readonly isDefault?: boolean;
    readonly isSystem?: boolean;
    readonly isForAgents?: boolean;
  };
  /** Names of the Agents that have it. */
  readonly agents?: readonly string[];
}

export const DEMO_AGENTS = ['Echo', 'Nova', 'Atlas'] as const;

/** An installed record without its Ability. */
export const DEMO_ORPHAN = { name: 'Old Jukebox', category: 'skill', triggerWords: ['play the jukebox'] } as const;

/** Every state that a list can show, with household examples. */
export const DEMO_ABILITIES: readonly DemoAbility[] = [
  {
    name: 'Weather',
    category: 'skill',
    description: 'Tells the weather now and for the next three days.',
    triggerWords: ['check the weather', 'what is the weather', 'weather forecast', 'will it rain'],
    installed: { enabled: true },
    agents: ['Echo', 'Atlas'],
  },
  {
    name: 'News',
    category: 'skill',
    description: 'Reads the five headlines of the hour.',
    triggerWords: ['read the news', 'what is new today'],
    installed: { enabled: true },
    agents: ['Echo'],
  },
  {
    name: 'Timer',
    category: 'skill',
    description: 'Sets, names and stops kitchen timers.',
    triggerWords: ['set a timer', 'stop the timer', 'how long is left'],
    installed: { enabled: true, isDefault: true },
    agents: ['Echo', 'Nova'],
  },
  {
    name: 'Radio',
    category: 'skill',
    description: 'Plays a radio station by name.',
    // A record from before trigger words were required: it cannot be toggled until it has one.
    triggerWords: [],
    installed: { enabled: false },
  },
  {
    name: 'Café Finder',
    category: 'skill',
    description: 'Finds a café nearby that is open now.',
    triggerWords: ['find a café', 'where can I get coffee'],
    installed: { enabled: true },
    agents: ['Nova'],
  },
  {
    name: 'Recipe Helper',
    category: 'skill',
    description: 'Reads a recipe aloud, one step at a time.',
    triggerWords: ['help me cook', 'next step'],
  },
  {
    name: 'Memory Keeper',
    category: 'brain_skill',
    description: 'Remembers names and dates across conversations.',
    triggerWords: ['remember this', 'what do you remember'],
    // It is not an Ability for Agents, so its trigger words do not work.
    installed: { enabled: true, isForAgents: false },
  },
  {
    name: 'Focus Coach',
    category: 'brain_skill',
    description: 'Keeps answers short while a focus session runs.',
    triggerWords: ['start a focus session', 'end the focus session'],
  },
  {
    name: 'Night Watch',
    category: 'background_daemon',
    description: 'Listens for smoke alarms and breaking glass at night.',
    triggerWords: ['watch the house', 'stop watching'],
    installed: { enabled: false },
    agents: ['Nova'],
  },
  {
    name: 'System Update',
    category: 'background_daemon',
    description: 'Updates the Agent while nobody is talking to it.',
    triggerWords: ['update yourself'],
    installed: { enabled: true, isDefault: true, isSystem: true },
  },
  {
    name: 'Home Lights',
    category: 'local',
    description: 'Turns the house lights on and off, and dims them.',
    triggerWords: ['lights on', 'lights off', 'dim the lights'],
    installed: { enabled: true },
    agents: ['Nova'],
  },
  {
    name: 'Garage Door',
    category: 'local',
    description: 'Opens and closes the garage door.',
    triggerWords: ['open the garage', 'close the garage'],
  },
];
