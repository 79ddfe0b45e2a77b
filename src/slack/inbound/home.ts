import type { App } from '@slack/bolt';
import type { FindWorkspace } from '../workspace.ts';
import { HomeOpenedEvent } from './payloads.ts';

/** Opened: the Home tab is drawn anew each time somebody looks at it. */
export function listenForHome(app: App, findWorkspace: FindWorkspace): void {
  app.event('app_home_opened', async ({ body, context }) => {
    const { event, is_ext_shared_channel: isFromShared } = HomeOpenedEvent.parse(body);
    // Somebody who only shares a channel has no Home tab of this app; were one asked for, it would show the account.
    if (event.tab !== 'home' || isFromShared === true) return;
    await (await findWorkspace(context)).homes.opened(event.user);
  });
}
