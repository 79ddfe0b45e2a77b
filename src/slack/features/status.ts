import { explainServiceError } from '../../core/explain-service-error.ts';
import { MAX_COUNTED, type ServiceState, type Status, type StatusOutcome } from '../../core/features/status.ts';
import { countAbilities, stateCounts } from '../blocks/ability.ts';
import { actions, button, shareButton } from '../blocks/buttons.ts';
import { capital, countOf, day, foreign, type MessageAnswer, section, toFallback } from '../blocks/kit.ts';
import { person } from '../blocks/mentions.ts';
import type { SlackFeature, ViewContext, Wording } from '../feature.ts';
import type { Workspace } from '../workspace.ts';

function statusMessage({ status }: StatusOutcome, { canShare }: ViewContext, wording: Wording): MessageAnswer {
  const lines = [...serviceLines(status.service), latestLine(status, wording), openLine(status)].filter(
    (one) => one !== '',
  );
  return {
    surface: 'message',
    title: 'Status',
    replaces: true,
    text: toFallback(lines.join('\n')),
    blocks: [
      section(lines.join('\n')),
      ...actions(
        button('All Abilities', { do: 'list' }),
        button('Audit log', { do: 'history' }),
        button('Refresh', { do: 'status' }),
        shareButton('status', canShare),
      ),
    ],
  };
}

function serviceLines(service: ServiceState): string[] {
  if (!service.answers) return [`:warning: *${foreign(explainServiceError(service.error), 300)}*`];
  const { abilities, agents } = service;
  const parts = [
    `*${capital(countAbilities(abilities.onAccount))}*`,
    stateCounts(abilities),
    `*${countOf(agents, 'Agent')}*`,
    'service is up',
  ];
  return [parts.filter((part) => part !== '').join(' · ')];
}

function latestLine({ latest }: Status, wording: Wording): string {
  if (latest === 'unreadable') return "I couldn't read the latest change.";
  if (!latest) return 'No changes from Slack yet.';
  const { at, change, undoneBy, userId } = latest;
  const undone = undoneBy === null ? '' : ` · undone by ${person(undoneBy)}`;
  return `Latest change: ${wording.change(change)} by ${person(userId)} · ${day(at)}${undone}`;
}

function openLine({ approvals, uploads }: Status): string {
  if (approvals === null || uploads === null) return "I couldn't read the approvals and uploads.";
  const open = [
    approvals > 0 ? countUpTo(approvals, 'pending approval') : '',
    uploads.waiting > 0
      ? `${countOf(uploads.waiting, 'upload')} ${uploads.waiting === 1 ? 'needs' : 'need'} a decision`
      : '',
    uploads.running > 0 ? `${countOf(uploads.running, 'upload')} running` : '',
  ].filter((part) => part !== '');
  return open.length === 0 ? '' : `In progress: ${open.join(', ')}`;
}

const countUpTo = (count: number, noun: string) =>
  count < MAX_COUNTED ? countOf(count, noun) : `${count} or more ${noun}s`;

/** Null if the store is unavailable. An upload in the state `asking` waits for a decision. */
async function countUploads({ log, store }: Workspace): Promise<Status['uploads']> {
  try {
    const { asking, running } = await store.uploads.countOpen();
    return { waiting: asking, running };
  } catch (error) {
    log.warn({ err: error }, 'open uploads could not be counted');
    return null;
  }
}

export const statusFeature = {
  drawings: {
    status: {
      view: statusMessage,
      prepare: async (outcome, _, workspace) => ({
        outcome: { ...outcome, status: { ...outcome.status, uploads: await countUploads(workspace) } },
      }),
    },
  },
} satisfies SlackFeature;
