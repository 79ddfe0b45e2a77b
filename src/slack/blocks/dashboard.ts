import { dashboardUrl, theService } from '../../core/service-name.ts';

/** The service's dashboard in text of the kind mrkdwn: a link if its URL is known. */
export function dashboard(): string {
  const url = dashboardUrl();
  return url === null ? dashboardName() : `<${url}|${dashboardName()}>`;
}

/** The same as plain text, for places where Slack shows no link. */
export const dashboardName = (): string => `${theService()}'s dashboard`;
