import { readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { findPerson } from '../state/find-person.ts';
import { describeBot, describePerson } from './describe-user.ts';
import { type Methods, requireScope } from './method.ts';

export const userMethods: Methods = {
  'users.info': (slack, args) => {
    requireScope(slack, 'users:read');
    const userId = readText(args.user);
    if (userId === slack.team.botUserId) return { user: describeBot(slack) };
    const person = findPerson(slack, userId);
    if (!person) throw new SlackApiError('user_not_found');
    return { user: describePerson(slack, person) };
  },
  /** The cursor is the number of people before. */
  'users.list': (slack, args) => {
    requireScope(slack, 'users:read');
    const start = Number(readText(args.cursor) || 0);
    const end = start + (Number(readText(args.limit)) || slack.people.length);
    return {
      members: slack.people.slice(start, end).map((person) => describePerson(slack, person)),
      response_metadata: { next_cursor: end < slack.people.length ? String(end) : '' },
    };
  },
};
