import { expect, test } from 'vitest';
import type { Command } from '../../src/core/command.ts';
import { isOfAnyAccount } from '../../src/core/registry.ts';
import { parseCommand } from '../../src/core/verbs.ts';

const ID = '0123456789abcdef';

test.each([
  ...['list 2', 'list search:', 'agents', 'say hello', 'check', 'status', 'help', 'whoami', 'doctor', 'doctor all'],
  ...['history 2', 'history filter:', 'export', 'settings', 'connect', 'upload', 'new Tides'],
  ...['show', 'enable', 'quiet choose:'],
  ...['approve', `approve ${ID}`, `approve changes:${ID}`, `decline ${ID}`, 'undo', `undo ${ID}`, `resume ${ID}`],
  ...['scheduled', `enable plan:${ID}`, `enable plan:${ID} later:`, `cancel ${ID}`, `quiet again:${ID}`],
])('%s can be clicked in a message about another account', (line) => {
  const read = parseCommand(line);
  expect(read.ok && isOfAnyAccount(read.command)).toBe(true);
});

test.each([
  ...['show ability:6001', 'show Weather', 'triggers installed:90001 edit:', 'enable installed:90001', 'disable all'],
  ...['assign agent:301', 'unassign agent:301', 'delete ability:6001', 'repair ability:6001', 'versions ability:6001'],
  // They would change what the message says nothing about.
  ...['quiet', 'quiet for 30m', 'resume', 'disconnect'],
  ...['quiet agent:301', 'quiet agent:301 for 2h', 'quiet Nova', 'resume agent:301', 'resume Nova'],
  ...['disable News until 9:00', 'enable installed:90001 unchanged-since:2026-03-01T09:00:00Z'],
])('%s cannot', (line) => {
  const read = parseCommand(line);
  expect(read.ok && isOfAnyAccount(read.command)).toBe(false);
});

test('of the buttons of uploads, only the one that updates an Ability cannot', () => {
  const file = { id: 'F0TIDES', name: 'tides.zip' };
  const place = null;
  const commands: Command[] = [
    { verb: 'choose-for-upload', upload: ID, decide: 'send', place },
    { verb: 'dismiss-offer', file, place },
    { verb: 'send-changes', upload: ID },
    { verb: 'update-offered', file, name: 'Tides', place },
  ];
  expect(commands.map(isOfAnyAccount)).toEqual([true, true, true, false]);
});
