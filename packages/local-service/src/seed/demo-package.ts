import type { PackageFiles } from '../packages/stream-zip.ts';
import type { DemoAbility } from './demo-abilities.ts';

/** A small but complete package: one top-level directory with main.py, an empty __init__.py and a README. */
export function demoPackage({ name, description, triggerWords }: DemoAbility): PackageFiles {
  const directory = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '_');
  const readme = [`# ${name}`, '', description, '', ...triggerWords.map((words) => `- "${words}"`), ''].join('\n');
  const program = [`"""${description}"""`, '', '', 'def run(utterance):', `    return "${description}"`, ''].join('\n');
  return new Map([
    [`${directory}/__init__.py`, ''],
    [`${directory}/main.py`, program],
    [`${directory}/README.md`, readme],
  ]);
}
