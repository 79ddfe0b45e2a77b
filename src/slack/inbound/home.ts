import type { App } from '@slack/bolt';
import { operate } from '../../core/operate.ts';
import { homeView } from '../blocks/home-view.ts';
import type { Parts } from '../parts.ts';
import { askedBy } from './asked-by.ts';
import { HomeOpenedEvent } from './payloads.ts';

/** Opened: the Home tab is drawn anew each time somebody looks at it. */
export function listenForHome(app: App, parts: Parts): void {
  app.event('app_home_opened', async ({ body }) => {
    const { event } = HomeOpenedEvent.parse(body);
    if (event.tab !== 'home') return;
    const [list, agents] = await Promise.all([
      operate({ verb: 'list', page: 1 }, parts.context),
      operate({ verb: 'agents' }, parts.context),
    ]);
    await parts.outbound.publishHome(event.user, homeView(list, agents, askedBy(event.user, parts)));
  });
}
