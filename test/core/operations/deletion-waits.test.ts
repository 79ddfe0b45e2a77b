import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import type { TeamApprovals } from '../../../src/core/operation-context.ts';
import { auditResultOf } from '../../../src/core/registry.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

async function open({ readChosen }: Pick<TeamApprovals, 'readChosen'>) {
  const account = await openAccount();
  const context = { ...account.context, approvals: { ...account.context.approvals, readChosen } };
  return { ...account, run: (command: Command) => runIfAllowed(command, context, ANA) };
}

describe('the question, and the card with its button', () => {
  const ON = async () => ['delete-enabled'] as const;
  const ALL = async () => ['delete'] as const;
  const REPLACING = async () => ['replace'] as const;
  const OFF = async () => [];
  const AWAY = async () => {
    throw new Error('made-up: the store is away');
  };

  test.each([
    ['an enabled one', ['Timer'], ON, true],
    ['a disabled one', ['Night Watch'], ON, undefined],
    ['one that is not installed', ['Garage Door'], ON, undefined],
    ['several, one of them enabled', ['Night Watch', 'Timer'], ON, true],
    ['a disabled one, if any needs it,', ['Night Watch'], ALL, true],
    ['an enabled one, if only replacing needs it,', ['Timer'], REPLACING, undefined],
    ['several of which none is enabled', ['Night Watch', 'Garage Door'], ON, undefined],
    ['an enabled one, with the setting off,', ['Timer'], OFF, undefined],
    ['several, with the setting off,', ['Night Watch', 'Timer'], OFF, undefined],
    ['an enabled one, while the setting is unknown,', ['Timer'], AWAY, undefined],
  ] as const)('of %s: whether it says that it waits', async (_what, names, readChosen, waits) => {
    const { run } = await open({ readChosen });
    const targets = names.map((name) => ({ by: 'name', name }) as const);
    const asked = await run({ verb: 'delete', targets, confirmed: false });
    expect(asked).toMatchObject({ kind: names.length > 1 ? 'delete-several-question' : 'delete-question' });
    expect('waits' in asked ? asked.waits : undefined).toBe(waits);
    const [target] = targets;
    if (!target || targets.length > 1) return;
    for (const command of [{ verb: 'show', target } as const, { verb: 'find', name: target.name } as const]) {
      const card = await run(command);
      expect(card).toMatchObject({ kind: 'card' });
      expect('waits' in card ? card.waits : undefined).toBe(waits);
    }
  });

  test.each([
    ['one', ['Timer'], 'delete-question'],
    ['several', ['Timer', 'News'], 'delete-several-question'],
  ] as const)('of %s, answered when it need not wait any more, asks again', async (_what, names, kind) => {
    const settings = { on: true };
    const account = await open({ readChosen: async () => (settings.on ? ['delete-enabled'] : []) });
    const abilities = await Promise.all(names.map(account.ability));
    const targets = abilities.map(({ id }) => ({ by: 'ability', id }) as const);
    const answer = { verb: 'delete', targets, confirmed: true, waits: true } as const;
    expect(await account.run(answer)).toMatchObject({ kind: 'approval-asked' });
    settings.on = false;
    const again = await account.run(answer);
    expect(again).toMatchObject({ kind });
    expect(again).not.toHaveProperty('waits');
    expect(auditResultOf(again)).toMatchObject({ outcome: 'unchanged' });
    expect(account.changes()).toEqual([]);
  });
});
