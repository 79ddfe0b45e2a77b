import { explainServiceError } from '../../core/explain-service-error.ts';
import { MAX_COUNTED, type ServiceState, type Status, type StatusOutcome } from '../../core/features/status.ts';
import { countAbilities } from '../blocks/ability.ts';
import { actions, button, shareButton } from '../blocks/buttons.ts';
import type { Drawings, ViewFrame } from '../blocks/drawing.ts';
import { countOf, foreign, type MessageAnswer, section, toFallback } from '../blocks/kit.ts';
import type { Workspace } from '../workspace.ts';
import { changeLine } from './home/change-line.ts';

/** One message: what is on the account, how the service answers, what was changed last, and what waits or runs. */
function statusMessage({ status }: StatusOutcome, { canShare }: ViewFrame): MessageAnswer {
  const lines = [...serviceLines(status.service), latestLine(status), openLine(status)];
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(lines.join('\n')),
    blocks: [
      section(lines.join('\n')),
      ...actions(
        button('All Abilities', { do: 'list' }),
        button('History', { do: 'history' }),
        button('Refresh', { do: 'status' }),
        shareButton('status', canShare),
      ),
    ],
  };
}

function serviceLines(service: ServiceState): string[] {
  if (!service.answers) return [`*The service isn't answering.* ${foreign(explainServiceError(service.error), 300)}`];
  const { abilities, agents, ms } = service;
  return [
    `*${countOf(agents, 'Agent')}, ${countAbilities(abilities.onAccount)}:* ${abilities.installed} installed, ${abilities.enabled} enabled`,
    `The service answered in ${ms} ms.`,
  ];
}

function latestLine({ latest }: Status): string {
  if (latest === 'unreadable') return "I couldn't read the latest change. Try again in a minute.";
  return latest ? `Latest change: ${changeLine(latest)}` : 'No changes from here yet.';
}

function openLine({ approvals, uploads }: Status): string {
  if (approvals === null || uploads === null) return "I couldn't read what is waiting. Try again in a minute.";
  const open = [
    approvals > 0 ? `${countUpTo(approvals, 'request')} waiting for a second admin` : '',
    uploads.waiting > 0 ? `${countOf(uploads.waiting, 'upload')} waiting for an answer` : '',
    uploads.running > 0 ? `${countOf(uploads.running, 'upload')} running` : '',
  ].filter((part) => part !== '');
  return open.length === 0 ? 'Nothing is waiting or running.' : `Open: ${open.join(', ')}.`;
}

const countUpTo = (count: number, noun: string) =>
  count < MAX_COUNTED ? countOf(count, noun) : `${count} or more ${noun}s`;

/** An upload that asks waits for a person. */
async function countUploads({ log, store, tenantId }: Workspace): Promise<Status['uploads']> {
  try {
    const { byState } = await store.uploads.countOpen(tenantId);
    const waiting = byState.get('asking') ?? 0;
    return { waiting, running: [...byState.values()].reduce((sum, count) => sum + count, 0) - waiting };
  } catch (error) {
    log.warn({ err: error }, 'open uploads could not be counted');
    return null;
  }
}

export const statusDrawings: Drawings<'status'> = {
  status: {
    view: statusMessage,
    prepare: async (outcome, _, workspace) => ({
      outcome: { ...outcome, status: { ...outcome.status, uploads: await countUploads(workspace) } },
    }),
  },
};
