import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/core/command.ts';
import { findVerb, parseCommand, usageOf, VERBS } from '../../src/core/verbs.ts';

/** Commands that only show, ask or open a form. A new verb has to be classified here. */
const HARMLESS: Record<Command['verb'], boolean> = {
  list: true,
  search: true,
  show: true,
  find: true,
  choose: true,
  triggers: true,
  'edit-triggers': true,
  'change-triggers': false,
  agents: true,
  assign: true,
  'assign-to': true,
  'save-assignment': false,
  unassign: false,
  enable: false,
  disable: false,
  'toggle-all': true,
  quiet: false,
  'quiet-again': false,
  'quiet-form': true,
  resume: false,
  timed: true,
  'timed-switch': false,
  'plan-form': true,
  'change-plan': true,
  'plan-now': false,
  scheduled: true,
  cancel: false,
  delete: false,
  upload: true,
  'choose-for-upload': false,
  'dismiss-offer': true,
  'update-offered': false,
  'decide-upload': false,
  'send-changes': true,
  versions: true,
  'compare-version': true,
  'send-version': true,
  rollback: false,
  export: true,
  status: true,
  say: true,
  'say-form': true,
  repair: false,
  check: true,
  new: true,
  undo: false,
  whoami: true,
  doctor: true,
  history: true,
  'history-filter': true,
  settings: true,
  'save-settings': false,
  connect: true,
  disconnect: true,
  approvals: true,
  'approval-changes': true,
  approve: false,
  decline: false,
  help: true,
};

describe.each(VERBS.map((verb) => [verb.name, verb] as const))('%s', (name, verb) => {
  test('is found by its name, and its usage begins with it', () => {
    expect(findVerb(name.toUpperCase())).toBe(verb);
    expect(usageOf(verb)).toMatch(new RegExp(`^${name}( |$)`));
  });

  test('what the help tries out changes nothing, or is asked about first', () => {
    const parsed = parseCommand(verb.tryLine);
    expect(parsed.ok && HARMLESS[parsed.command.verb]).toBe(verb.tryQuestion === undefined);
  });
});

test('no verb is there twice', () => {
  expect(new Set(VERBS.map(({ name }) => name)).size).toBe(VERBS.length);
});
