import { describe, expect, test } from 'vitest';
import { type Access, isAtLeast, ROLES } from '../../../src/core/access.ts';
import { refuseVerb } from '../../../src/core/permissions.ts';
import { verbOf } from '../../../src/core/registry.ts';
import { parseCommand, VERBS } from '../../../src/core/verbs.ts';
import { accessAs } from '../actors.ts';

const WHY_NOT: [string, Access, string][] = [
  ['nobody knows who asks', { known: false, reason: 'slack' }, 'who-unknown'],
  ['they belong elsewhere', { ...knownAs('none'), because: { by: 'kind', kind: 'stranger' } }, 'other-workspace'],
  ['the channel is closed', { ...knownAs('admin'), onlyIn: ['C0OPS'] }, 'channel-closed'],
];

function knownAs(role: (typeof ROLES)[number]): Extract<Access, { known: true }> {
  const access = accessAs(role);
  if (!access.known) throw new Error('accessAs gives what is known');
  return access;
}

describe.each(VERBS.map((verb) => [verb.name, verb] as const))('%s', (name, verb) => {
  test.each(ROLES)('is decided for %s by the table alone', (role) => {
    const refusal = refuseVerb(name, { access: accessAs(role) });
    expect(refusal === null).toBe(isAtLeast(role, verb.role));
    if (refusal) expect(refusal).toMatchObject({ why: 'role-missing', verb: name, needed: verb.role, has: role });
  });

  test.each(WHY_NOT)('is refused when %s, unless it needs no role', (_when, access, why) => {
    const refusal = refuseVerb(name, { access });
    expect(refusal?.why ?? null).toBe(verb.role === 'none' ? null : why);
  });
});

test.each(VERBS.flatMap(({ examples, name }) => examples.map((line) => [line, name] as const)))(
  'what %j is read as needs the role of %s',
  (line, name) => {
    const read = parseCommand(line);
    if (!read.ok) throw new Error(`${line} cannot be read`);
    // Without a name some verbs first show a list, which needs a lower role.
    const asked = read.command.verb === 'agents' ? 'agents' : name;
    const needed = (refusal: ReturnType<typeof refuseVerb>) =>
      refusal?.why === 'role-missing' ? refusal.needed : null;
    expect(needed(refuseVerb(verbOf(read.command), { access: accessAs('none') }))).toBe(
      needed(refuseVerb(asked, { access: accessAs('none') })),
    );
  },
);

test('replacing needs what the table says of it, and what is in no table the highest role', () => {
  expect(refuseVerb('replace', { access: accessAs('editor') })).toMatchObject({ needed: 'admin' });
  expect(refuseVerb('replace', { access: accessAs('admin') })).toBeNull();
  expect(refuseVerb('nonsense', { access: accessAs('editor') })).toMatchObject({ needed: 'admin' });
});
