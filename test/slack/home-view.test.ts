import { describe, expect, test } from 'vitest';
import { Ability } from '../../src/contract/index.ts';
import { joinCatalog } from '../../src/core/catalog.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { checkView } from '../../src/playground/block-kit/check-view.ts';
import { homeView } from '../../src/slack/blocks/home-view.ts';
import { ASKED, AT } from './sample-values.ts';

const account = (count: number): Outcome => {
  const abilities = Array.from({ length: count }, (_, index) =>
    Ability.parse({ id: 6001 + index, name: `<!channel> *${index}* ${'🌦'.repeat(120)}`, category: 'skill' }),
  );
  return { kind: 'list', catalog: joinCatalog(abilities, [], AT), page: 1 };
};
const noAgents: Outcome = { kind: 'agents', rows: [] };

describe('the Home view is taken by Slack', () => {
  test.each([0, 1, 5000])('with %i Abilities', (count) => {
    const view = homeView(account(count), noAgents, ASKED);
    expect(checkView(view)).toEqual([]);
    expect(JSON.stringify(view)).not.toContain('<!channel>');
  });
});
