import { dashboardUrl, theService } from '../../core/service-name.ts';

/** The service's dashboard in mrkdwn: a link if its URL is known. */
export function dashboard(): string {
  const url = dashboardUrl();
  return url === null ? dashboardName() : `<${url}|${dashboardName()}>`;
}

/** The dashboard's name in plain text, for places where Slack shows no links. */
export const dashboardName = (): string => `${theService()}'s dashboard`;
