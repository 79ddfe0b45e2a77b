import type { types } from '@slack/bolt';
import type { Command } from '../../core/command.ts';
import { lookingModal, readingModal } from '../blocks/modals.ts';
import type { OpenView } from '../outbound/outbound.ts';
import { changes, type SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';

/** Forms whose contents have to be read first. */
const READING: Partial<Record<Command['verb'], string>> = {
  assign: 'Abilities of an Agent',
  'assign-to': 'Add to an Agent',
  'edit-triggers': 'Trigger words',
};
/** Forms that need nothing of the service: they are opened as they are. */
const AT_ONCE: readonly Command['verb'][] = ['search', 'choose', 'upload'];
const LOOKING = 'Upload an Ability';

/**
 * Opens a modal that is sure to come before anything is read, and fills it afterwards: a trigger lives for 3 seconds.
 * @returns null when none is sure to come, or when it could not be opened.
 */
export async function openEarly(request: SlackRequest, { log, outbound }: Workspace): Promise<OpenView | null> {
  const { origin, triggerId } = request;
  const view = viewFor(request);
  if (!view || !triggerId) return null;
  try {
    return await outbound.openModal(triggerId, view, origin);
  } catch (error) {
    log.warn({ err: error }, 'a modal could not be opened');
    return null;
  }
}

function viewFor(request: SlackRequest): types.ModalView | null {
  const { asked, asks, file, inModal, origin } = request;
  if (!asked.ok) return null;
  const { command } = asked;
  if (command.verb === 'upload') return file ? lookingModal(LOOKING, file) : null;
  const title = titleOfForm(command, asks);
  if (title) return readingModal(title);
  const isElsewhere = inModal || origin.view?.type === 'home';
  return isElsewhere && !changes(request) && !AT_ONCE.includes(command.verb) ? readingModal('Abilities') : null;
}

/** Of a form that is sure to come; null when none is. */
function titleOfForm(wanted: Command, asks: boolean): string | null {
  // An Ability without trigger words: the service switches none.
  if (wanted.verb === 'enable' || wanted.verb === 'disable') return asks ? 'Trigger words' : null;
  if (wanted.verb === 'delete' && !wanted.confirmed && wanted.targets.length > 1) return 'Delete Abilities';
  return READING[wanted.verb] ?? null;
}
