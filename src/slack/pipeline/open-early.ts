import type { types } from '@slack/bolt';
import { formOf } from '../../core/registry.ts';
import { lookingModal, readingModal } from '../blocks/modals.ts';
import type { OpenView } from '../outbound/outbound.ts';
import { changes, type SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Opens a modal before its data is read, if it is certain that one follows: a trigger expires after 3 seconds.
 * @returns null if none is certain to follow, or if it couldn't be opened.
 */
export async function openEarly(request: SlackRequest, { log, outbound }: Workspace): Promise<OpenView | null> {
  const { origin, triggerId } = request;
  const view = viewFor(request);
  if (!view || !triggerId) return null;
  try {
    return await outbound.openModal(triggerId, view, origin);
  } catch (error) {
    log.warn({ err: error }, 'modal not opened');
    return null;
  }
}

function viewFor(request: SlackRequest): types.ModalView | null {
  const { asked, asks, file, inModal, origin } = request;
  if (!asked.ok) return null;
  if (file) return lookingModal('Upload an Ability', file);
  const form = formOf(asked.command, asks);
  if (form === 'at-once') return null;
  if (form) return readingModal(form.title);
  const isElsewhere = inModal || origin.view?.type === 'home';
  return isElsewhere && !changes(request) ? readingModal('Abilities') : null;
}
