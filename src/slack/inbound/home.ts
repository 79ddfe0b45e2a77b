import type { App } from '@slack/bolt';
import type { FindParts } from '../parts.ts';
import { HomeOpenedEvent } from './payloads.ts';

/** Opened: the Home tab is drawn anew each time somebody looks at it. */
export function listenForHome(app: App, findParts: FindParts): void {
  app.event('app_home_opened', async ({ body, context }) => {
    const { event, is_ext_shared_channel: isFromShared } = HomeOpenedEvent.parse(body);
    // Somebody who only shares a channel has no Home tab of this app; were one asked for, it would show the account.
    if (event.tab !== 'home' || isFromShared === true) return;
    await (await findParts(context)).homes.opened(event.user);
  });
}
