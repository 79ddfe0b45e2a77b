import type { App } from '@slack/bolt';
import type { Parts } from '../parts.ts';
import { HomeOpenedEvent } from './payloads.ts';

/** Opened: the Home tab is drawn anew each time somebody looks at it. */
export function listenForHome(app: App, parts: Parts): void {
  app.event('app_home_opened', async ({ body }) => {
    const { event } = HomeOpenedEvent.parse(body);
    if (event.tab === 'home') await parts.homes.opened(event.user);
  });
}
