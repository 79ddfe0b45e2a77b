import type { JsonObject } from '../json.ts';
import type { View } from '../state/view.ts';
import type { Workspace } from '../state/workspace.ts';
import { appId } from '../state/workspace-seed.ts';

/** A view in the format of answers and payloads. */
export function toViewPayload({ team, installation }: Workspace, view: View): JsonObject {
  const { definition } = view;
  const modal = definition.type === 'modal' ? definition : undefined;
  return {
    id: view.id,
    team_id: team.id,
    type: view.type,
    title: modal?.title ?? null,
    submit: modal?.submit ?? null,
    close: modal?.close ?? null,
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    external_id: definition.external_id ?? '',
    state: { values: view.state },
    hash: view.hash,
    clear_on_close: definition.clear_on_close ?? false,
    notify_on_close: definition.notify_on_close ?? false,
    root_view_id: view.rootViewId,
    previous_view_id: view.previousViewId,
    app_id: appId,
    bot_id: team.botId,
    // If installed for a whole organization, the organization's ID.
    app_installed_team_id: installation()?.isEnterpriseInstall ? team.enterprise?.id : team.id,
  };
}
