import type { CodeProblem } from '../code-problems.ts';
import type { Command } from '../command.ts';
import { type Feature, SHOWS } from '../feature.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import type { Problem } from '../problems.ts';
import { readProblems } from '../read-problems.ts';
import { unquote } from '../references.ts';

/**
 * `name`: only problems of the Abilities and Agents with this name or ID; null for all. `page`: absent for the first.
 */
export type CheckCommand = { verb: 'check'; name: string | null; page?: number };

export type CheckOutcome = {
  kind: 'checked';
  name: string | null;
  /** The requested page; there may be fewer. */
  page: number;
  /** The problems of all pages, worst first. */
  problems: readonly Problem[];
  /** Problems with the code that was sent from Slack, worst first. */
  code: readonly CodeProblem[];
  /** All Abilities on the account except orphans, as in `CatalogCounts`. */
  abilities: number;
  orphans: number;
  agents: number;
};

/** Follows the name, which may be in quotes. */
const PAGE = /(?:^|\s)page:\s*(\d{1,6})\s*$/i;

export const checkFeature: Feature<CheckCommand, CheckOutcome> = {
  verbs: {
    check: {
      doing: 'Checking',
      group: 'View',
      role: 'viewer',
      argument: '[name] [page:…]',
      summary:
        "Find problems in the account, such as Abilities that can't be triggered, have clashing trigger words or are orphaned.",
      examples: ['check', 'check Weather', 'check page:2'],
      homeLabel: 'Check',
      tryLine: 'check',
      read: (argument): Command => {
        const page = Number(PAGE.exec(argument)?.[1] ?? 1);
        const name = unquote(argument.replace(PAGE, ''));
        return { verb: 'check', name: name === '' ? null : name, page: page > 1 ? page : undefined };
      },
    },
  },
  commands: {
    check: {
      changes: false,
      ofAnyAccount: true,
      run: ({ name, page = 1 }, { context }) => check(name, page, context),
    },
  },
  outcomes: { checked: SHOWS },
  records: {},
};

/** Calls endpoints 1, 5 and 6, and downloads the packages of a few Abilities. */
async function check(asked: string | null, page: number, context: OperationContext): Promise<Outcome> {
  const read = await readProblems(asked, context);
  return 'why' in read ? { kind: 'refused', refusal: read } : { kind: 'checked', page, ...read };
}

/** Formats a command so that it parses back: `check "Radio" page:2`. */
export function formatCheck(name: string | null, page: number): string {
  const named = name === null ? [] : [`"${name.replaceAll('"', '')}"`];
  return ['check', ...named, ...(page > 1 ? [`page:${page}`] : [])].join(' ');
}
