import { describe, expect, test } from 'vitest';
import { changesSomething } from '../../src/core/registry.ts';
import { findVerb, parseCommand, usageOf, VERBS } from '../../src/core/verbs.ts';

describe.each(VERBS.map((verb) => [verb.name, verb] as const))('%s', (name, verb) => {
  test('is found by its name, and its usage begins with it', () => {
    expect(findVerb(name.toUpperCase())).toBe(verb);
    expect(usageOf(verb)).toMatch(new RegExp(`^${name}( |$)`));
  });

  test('what the help tries out changes nothing, or is asked about first', () => {
    const parsed = parseCommand(verb.tryLine);
    if (!parsed.ok) throw new Error(`The tryLine of ${name} can't be parsed: ${verb.tryLine}`);
    // Without a name there is only a choice.
    const isChoice = 'targets' in parsed.command && parsed.command.targets.length === 0;
    const isSafe = isChoice || !changesSomething(parsed.command);
    expect(
      verb.tryQuestion === undefined,
      `“${verb.tryLine}” ${isSafe ? 'changes nothing: delete the tryQuestion' : 'changes something: give it a tryQuestion, or choose a tryLine that does not'}`,
    ).toBe(isSafe);
  });
});

test('no verb is there twice', () => {
  expect(new Set(VERBS.map(({ name }) => name)).size).toBe(VERBS.length);
});
