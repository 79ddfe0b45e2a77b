import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { CallFrame, Profile } from './profile.ts';
import { stacksOf } from './profile.ts';

/**
 * The steps of a request, each with the functions that belong to it, as `file function`. Files are those of the source;
 * of a package, its name and the file. The first step that matches is taken.
 */
const STEPS = [
  [
    'receive and verify',
    /^src\/app\/(?:bolt|limit-|http-routes)|^@slack\/bolt\/|^tsscmp\/|^node:_http_(?:server|incoming)/,
  ],
  ['decode', /^src\/slack\/(?:listeners\/(?!events)|payloads\/)/],
  ['claim', /^src\/(?:store\/seen-keys|slack\/listeners\/events)/],
  ['authorize', /^src\/(?:slack\/people\/|core\/(?:permissions|access)\.|app\/)/],
  ['read and change', /^src\/(?:service|core\/run-command)|^packages\/service-api\/|^ofetch\/|^undici\/lib\/web\//],
  ['draw', /^src\/slack\/(?:features|blocks)\/|^src\/slack\/pipeline\/(?:draw|frame|sharing)/],
  ['encode', /^src\/slack\/outbound\/(?:slack-errors\.ts postToResponseUrl|fallback)/],
  ['send', /^src\/slack\/outbound\/|^undici\/|^@slack\/web-api\//],
  [
    'log and count',
    /^(?:src\/(?:base\/(?:logger|secrets)|metrics\/)|pino\/|prom-client\/|src\/slack\/request\/audit\.ts (?:logOperation|count))/,
  ],
  ['record (SQL of all steps)', /^src\/(?:store\/|slack\/request\/)|^(?:kysely|libsql)\//],
  ['between the steps', /^src\/slack\/pipeline\//],
] as const;

/** Used by several steps, so the caller decides. Without one, it is an operation that resumes after a call. */
const CORE = /^src\/core\//;

const OTHERS = {
  garbage: 'garbage collection',
  core: 'read and change',
  rest: 'promises, sockets, system calls',
} as const;

export type Step = (typeof STEPS)[number][0] | (typeof OTHERS)[keyof typeof OTHERS];

/** In the order of a request. */
export const STEP_NAMES: readonly Step[] = [...STEPS.map(([step]) => step), OTHERS.garbage, OTHERS.rest];

/**
 * The share of each step in the samples of a bundle with a source map; without the time in which it was idle. Each
 * sample counts for the innermost function that belongs to a step.
 */
export function sharesOf(profile: Profile, bundle: string): Map<Step, number> {
  const nameOf = nameFrames(bundle);
  const shares = new Map<Step, number>();
  const busy = stacksOf(profile).filter(({ stack: [innermost] }) => innermost?.functionName !== '(idle)');
  const all = busy.reduce((sum, { samples }) => sum + samples, 0);
  for (const { samples, stack } of busy) {
    const step = stepOf(stack.map(nameOf));
    shares.set(step, (shares.get(step) ?? 0) + samples / all);
  }
  return shares;
}

function stepOf(names: readonly string[]): Step {
  if (names[0] === ' (garbage collector)') return OTHERS.garbage;
  for (const name of names) {
    const found = STEPS.find(([, functions]) => functions.test(name));
    if (found) return found[0];
  }
  return names.some((name) => CORE.test(name)) ? OTHERS.core : OTHERS.rest;
}

/** Names each function of a bundle by its source file: `src/slack/blocks/kit.ts plain`. */
function nameFrames(bundle: string): (frame: CallFrame) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  const { href } = pathToFileURL(bundle);
  return ({ columnNumber, functionName, lineNumber, url }) => {
    if (url !== href) return `${withoutFolders(url)} ${functionName}`;
    const entry = map.findEntry(lineNumber, columnNumber);
    return `${'originalSource' in entry ? withoutFolders(entry.originalSource) : ''} ${functionName}`;
  };
}

const withoutFolders = (path: string): string =>
  path.replace(/^.*\/node_modules\//, '').replace(/^.*?\/(?=(?:src|packages)\/)/, '');
