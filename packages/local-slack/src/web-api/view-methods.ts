import { toViewPayload } from '../delivery/payloads.ts';
import { readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { listConversation } from '../state/list-directory.ts';
import { findPerson } from '../state/people.ts';
import { readDefinition } from '../state/view-store.ts';
import type { Methods } from './method.ts';

/** Modals and App Homes. These methods need no scope. */
export const viewMethods: Methods = {
  'views.open': (slack, args) => {
    const definition = readDefinition(args.view, 'modal');
    const trigger = slack.triggers.exchange(readText(args.trigger_id));
    return {
      view: toViewPayload(slack, slack.views.open(definition, trigger, listConversation(slack, trigger.channelId))),
    };
  },
  'views.push': (slack, args) => {
    const definition = readDefinition(args.view, 'modal');
    const trigger = slack.triggers.exchange(readText(args.trigger_id));
    return { view: toViewPayload(slack, slack.views.push(definition, trigger)) };
  },
  'views.update': (slack, args) => {
    const definition = readDefinition(args.view, 'modal');
    const key = { viewId: readText(args.view_id), externalId: readText(args.external_id), hash: readText(args.hash) };
    return { view: toViewPayload(slack, slack.views.update(definition, key)) };
  },
  'views.publish': (slack, args) => {
    const definition = readDefinition(args.view, 'home');
    const userId = readText(args.user_id);
    if (!findPerson(slack, userId)) throw new SlackApiError('user_not_found');
    return { view: toViewPayload(slack, slack.views.publish(definition, { userId, hash: readText(args.hash) })) };
  },
};
