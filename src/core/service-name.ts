/** The service's name in messages (SERVICE_NAME), and the URL of its dashboard (SERVICE_DASHBOARD_URL). */
export interface ServiceName {
  /** As written within a sentence. */
  name: string;
  dashboardUrl: string | null;
}

export const DEFAULT_SERVICE_NAME = 'the voice service';

let current: ServiceName = { name: DEFAULT_SERVICE_NAME, dashboardUrl: null };

/**
 * Call once, before the first message: a process has only one service. The name is global, because half of all messages
 * contain it.
 */
export function nameService(given: ServiceName): void {
  current = given;
}

/** The service's name within a sentence: `the voice service`. */
export const theService = (): string => current.name;

/** The service's name at the start of a sentence: `The voice service`. */
export const TheService = (): string => current.name.charAt(0).toUpperCase() + current.name.slice(1);

export const dashboardUrl = (): string | null => current.dashboardUrl;
