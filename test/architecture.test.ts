import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface SourceFile {
  /** Relative to the project root, such as `src/core/verbs.ts`. */
  path: string;
  text: string;
  /** Source text without comments, otherwise unchanged. */
  code: string;
  /** Imported packages by name, files by path from the root. */
  imports: string[];
  /** Imports except type-only ones. */
  loads: string[];
}

const readFolder = (folder: string): SourceFile[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readSource(relative(ROOT, join(entry.parentPath, entry.name))))
    .sort((a, b) => a.path.localeCompare(b.path));

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  // In this project a comment has its own line or follows code at the end of one.
  const code = text.replace(/^\s*(\/\*\*?|\*|\/\/).*$/gm, '').replace(/\s\/\/ .*$/gm, '');
  const find = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map(([, from = '']) => (from.startsWith('.') ? join(dirname(path), from) : from));
  const imports = find(/\b(?:from|import)\s*\(?\s*'([^']+)'/g);
  const loads = find(/^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'/gm);
  return { path, text, code, imports, loads };
}

const PACKAGES = readdirSync(join(ROOT, 'packages'));
const sources = [...readFolder('src'), ...PACKAGES.flatMap((name) => readFolder(`packages/${name}/src`))];
const pages = readFolder('packages/local-slack/page');
/** Excludes this file, which has to name what it forbids. */
const tests = [...readFolder('test'), ...PACKAGES.flatMap((name) => readFolder(`packages/${name}/test`))].filter(
  ({ path }) => path !== 'test/architecture.test.ts',
);

/** Fails with the names of the files that break the rule. */
function expectNone(files: readonly SourceFile[], breaks: (file: SourceFile) => boolean): void {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter(breaks).map(({ path }) => path)).toEqual([]);
}
const within =
  (...places: string[]) =>
  ({ path }: { path: string }) =>
    places.some((place) => path === place || path.startsWith(`${place}/`));
const outside =
  (...places: string[]) =>
  (file: SourceFile) =>
    !within(...places)(file);
const importsFrom =
  (...places: string[]) =>
  ({ imports }: SourceFile) =>
    imports.some((path) => within(...places)({ path }));

describe('who knows what', () => {
  test('Slack is known to its own folder, to what puts the bot together, and to its probes and log', () => {
    const others = sources.filter(outside('src/slack', 'src/app', 'src/doctor/ask-slack.ts', 'src/base/logger.ts'));
    expectNone(others, ({ imports }) => imports.some((name) => name.startsWith('@slack/')));
    // Without this check every rule would pass if imports were not read.
    expect(sources.filter(({ imports }) => imports.includes('@slack/bolt')).length).toBeGreaterThan(5);
  });

  test('Prometheus is known to its own folder', () => {
    const knows = ({ imports }: SourceFile) => imports.includes('prom-client');
    expectNone(sources.filter(outside('src/metrics')), knows);
    expect(sources.filter(knows)).not.toEqual([]);
  });

  test('zod is taken apart by the build, which leaves out its forty languages', () => {
    expectNone([...sources, ...tests], ({ code }) => /import (?:type )?\{[^}]*\bz\b[^}]*\} from 'zod'/.test(code));
  });

  test('the words of the wire stay at the wire', () => {
    const others = sources.filter(outside('packages/service-api', 'packages/local-service', 'src/service'));
    expectNone(others, ({ text }) => /personalit|capabilit/i.test(text));
  });

  // Each may import only those after it.
  const ROOMS = ['app', 'cli', 'doctor', 'slack', 'config', 'metrics', 'watch', 'export', 'uploads', 'core'];
  const LOWER_ROOMS = ['store', 'service', 'base'];
  const IN_SLACK = [
    'listeners',
    'pipeline',
    'features',
    'request',
    'payloads',
    'files',
    'people',
    'outbound',
    'blocks',
  ];

  test.each([...ROOMS, ...LOWER_ROOMS].map((room, index, all) => [room, all.slice(0, index)] as const))(
    'src/%s imports nothing from the rooms above it',
    (room, above) => {
      const places = ['main.ts', ...above].map((name) => `src/${name}`);
      expectNone(sources.filter(within(`src/${room}`)), importsFrom(...places));
    },
  );

  test.each(IN_SLACK.map((room, index) => [room, IN_SLACK.slice(0, index)] as const))(
    'src/slack/%s loads nothing from the rooms above it',
    (room, above) => {
      const isAbove = (path: string) => within(...above.map((name) => `src/slack/${name}`))({ path });
      expectNone(sources.filter(within(`src/slack/${room}`)), ({ loads }) => loads.some(isAbove));
    },
  );

  test('every room of the bot has its place in that order', () => {
    const found = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(found.map(({ name }) => name).sort()).toEqual([...ROOMS, ...LOWER_ROOMS].sort());
    const inSlack = readdirSync(join(ROOT, 'src/slack'), { withFileTypes: true }).filter((one) => one.isDirectory());
    expect(inSlack.map(({ name }) => name).sort()).toEqual([...IN_SLACK].sort());
  });

  // Each loads only those after it. The files at the top put the rooms together.
  const IN_LOCAL_SLACK = [
    'page-server',
    'cloud',
    'gateway',
    'web-api',
    'drivers',
    'delivery',
    'state',
    'files',
    'block-kit',
  ];

  test.each(IN_LOCAL_SLACK.map((room, index) => [room, IN_LOCAL_SLACK.slice(0, index)] as const))(
    'packages/local-slack/src/%s loads nothing from the rooms above it',
    (room, above) => {
      const isAbove = (path: string) => within(...above.map((name) => `packages/local-slack/src/${name}`))({ path });
      expectNone(sources.filter(within(`packages/local-slack/src/${room}`)), ({ loads }) => loads.some(isAbove));
    },
  );

  test('every room of the local Slack has its place in that order', () => {
    const found = readdirSync(join(ROOT, 'packages/local-slack/src'), { withFileTypes: true });
    const rooms = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(rooms.sort()).toEqual([...IN_LOCAL_SLACK].sort());
  });

  test('the rules on a zip do not know how it is read', () => {
    expectNone(sources.filter(within('packages/ability-zip/src/check')), importsFrom('packages/ability-zip/src/read'));
  });

  test('no file loads itself by way of others', () => {
    const byPath = new Map(sources.map((file) => [file.path, file]));
    const reaches = (from: SourceFile, goal: string, seen: Set<string>): boolean =>
      from.loads.some((path) => {
        if (path === goal) return true;
        const next = byPath.get(path);
        if (!next || seen.has(path)) return false;
        seen.add(path);
        return reaches(next, goal, seen);
      });
    expectNone(sources, (file) => reaches(file, file.path, new Set()));
  });

  /** The name without `.ts` for a single-file feature; the folder name for a larger one. */
  const featuresOf = (folder: string) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name !== 'index.ts')
      .map((name) => name.replace(/\.ts$/, ''));

  test('a feature is two files or folders of one name', () => {
    const inSlack = featuresOf('src/slack/features');
    expect(featuresOf('src/core/features').filter((name) => !inSlack.includes(name))).toEqual([]);
    // Not verbs: the Home tab, the requests of killed processes, refusals, the form for replacing an Ability, and the watch.
    const own = ['home', 'interrupted', 'refused', 'replace', 'watch'];
    expect(inSlack.filter((name) => !featuresOf('src/core/features').includes(name))).toEqual(own);
  });

  /** The members of the unions that features extend: `kind: 'toggled'`, `verb: 'enable'`, `why: 'orphan'`. */
  const namesOf = (key: string) => {
    const features = sources.filter(within('src/core/features', 'src/core/find.ts', 'src/core/lookup.ts'));
    const pattern = new RegExp(`\\b${key}: ((?:'[a-z-]+'(?: \\| )?)+)`, 'g');
    const names = features.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, all = '']) => all));
    return [...new Set(names.flatMap((all) => all.match(/[a-z-]+/g) ?? []))];
  };

  test('outside of features nothing asks which verb, outcome or refusal it has', () => {
    const [verbs, kinds, reasons] = ['verb', 'kind', 'why'].map(namesOf);
    expect(verbs).toContain('enable');
    expect(kinds).toContain('toggled');
    expect(reasons).toContain('orphan');
    const asks = (name: string, values: readonly string[] = []) =>
      new RegExp(`\\b${name} (?:===|!==) '(?:${values.join('|')})'|case '(?:${values.join('|')})':`);
    const others = sources
      .filter(within('src/core', 'src/slack'))
      .filter(outside('src/core/features', 'src/slack/features', 'src/core/find.ts'));
    // A role is part of the refusal in the audit log; `replace` is a decision about an upload, not a verb.
    const isAbout = ({ code }: SourceFile) =>
      asks('verb', verbs).test(code) ||
      asks(
        'why',
        reasons?.filter((why) => why !== 'role-missing'),
      ).test(code) ||
      asks(
        'outcome\\.kind',
        kinds?.filter((kind) => !['refused', 'trouble'].includes(kind)),
      ).test(code);
    expect("if (command.verb === 'enable')").toMatch(asks('verb', verbs));
    expect("case 'toggled':").toMatch(asks('outcome\\.kind', kinds));
    expectNone(others, isAbout);
    expectNone(sources.filter(within('src')), ({ code }) =>
      /switch \((\w+\.)*(verb|why)\)|switch \(outcome\.kind\)/.test(code),
    );
  });

  test('time is the clock of the bot, which tests own', () => {
    const starts = /\b(?:setTimeout|setInterval)\b|AbortSignal\.timeout|timers\/promises/;
    expectNone(sources.filter(within('src')).filter(outside('src/base')), ({ code }) => starts.test(code));
    expect(sources.filter(within('src/base')).filter(({ code }) => starts.test(code)).length).toBe(1);
  });

  test('a command runs only after somebody was allowed to', () => {
    const others = sources.filter(within('src')).filter(outside('src/core/run-command.ts', 'src/core/registry.ts'));
    expectNone(others, ({ code }) => /\brunCommand\b/.test(code));
  });

  test('the pipeline of a request reaches features only through the registries', () => {
    const [pipeline] = sources.filter(within('src/slack/pipeline/answer-request.ts'));
    expect(pipeline?.imports.filter((path) => path.includes('/features/'))).toEqual([]);
  });

  test.each([
    ['src', ['service-api', 'ability-zip']],
    ['src/store', ['service-api']],
    ['src/service', ['service-api']],
    ['packages/service-api', []],
    ['packages/ability-zip', []],
    ['packages/local-service', ['service-api', 'ability-zip']],
    ['packages/local-slack', []],
    ['packages/playground', ['ability-zip', 'local-service', 'local-slack']],
  ])('%s uses of the packages only %j', (folder, used) => {
    const allowed = used.map((name) => `@abilities-bot/${name}`);
    const isOther = (name: string) =>
      name.startsWith('@abilities-bot/') && !allowed.some((own) => name === own || name.startsWith(`${own}/`));
    expectNone([...sources, ...pages].filter(within(folder)), ({ imports }) => imports.some(isOther));
  });

  test('packages do not import the bot, but for the playground, which starts it', () => {
    expectNone(
      [...sources, ...pages].filter(within('packages')).filter(outside('packages/playground/src')),
      importsFrom('src'),
    );
    expectNone(sources.filter(within('src')), importsFrom('packages'));
  });

  test.each(PACKAGES)('the tests of %s need no tests but their own', (name) => {
    const others = ['test', ...PACKAGES.filter((other) => other !== name).map((other) => `packages/${other}/test`)];
    expectNone(tests.filter(within(`packages/${name}/test`)), importsFrom(...others));
  });

  test('the core knows no framework, no network and no disk', () => {
    const isForeign = (name: string) => !name.startsWith('src/') && name !== '@abilities-bot/service-api';
    expectNone(sources.filter(within('src/core')), ({ imports }) => imports.some(isForeign));
  });

  test('the core knows of the store what its records are, and not how they are kept', () => {
    const others = sources.filter(within('src/core'));
    const isKeeping = (path: string) => path.startsWith('src/store/') && !path.endsWith('-record.ts');
    expectNone(others, ({ imports }) => imports.some(isKeeping));
  });

  test('the environment is read by what is started, and handed on', () => {
    const others = sources.filter(
      ({ path }) => !/^(src\/main|src\/cli\/(doctor|reencrypt)|packages\/[\w-]+\/src\/([\w-]+\/)*main)\.ts$/.test(path),
    );
    expectNone(others, ({ code }) => /process\.env|from 'dotenv'/.test(code));
  });
});

describe('how it is written', () => {
  const all = [...sources, ...pages, ...tests];

  test('an object has properties, not the spread of a literal', () => {
    expectNone([...sources, ...tests], ({ code }) => /\.\.\.\{/.test(code));
  });

  test('no file or folder is a drawer for anything', () => {
    expectNone(all, ({ path }) => path.split('/').some((part) => /^(utils?|helpers?|common|misc)(\.|$)/.test(part)));
  });

  test('names of files are kebab-case', () => {
    expectNone(all, ({ path }) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z]+)*\.tsx?$/.test(path));
  });

  test('no type is waved through', () => {
    // `any` as a type: preceded by what begins a type and followed by what ends one.
    const anyType = /(?:[:<|&,=]|\bas)\s*any\s*(?:[;,)>|&=\]}[]|$)/m;
    expect('(error: any) => 1').toMatch(anyType);
    expectNone(
      all,
      ({ code, text }) => anyType.test(code) || /as unknown as|@ts-(ignore|nocheck)|biome-ignore/.test(text),
    );
  });

  test('nothing is printed but by what is started from a command line', () => {
    expectNone(sources, ({ code }) => /\bconsole\./.test(code));
  });

  test('tests run on real parts', () => {
    expectNone(tests, ({ code }) => /\bvi\.(mock|fn|spyOn|stub)/.test(code));
  });
});
