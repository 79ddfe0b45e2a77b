/** The service's name for people (SERVICE_NAME), and the URL of its dashboard (SERVICE_DASHBOARD_URL). */
export interface ServiceName {
  /** In the form used within a sentence. */
  name: string;
  dashboardUrl: string | null;
}

export const DEFAULT_SERVICE_NAME = 'the voice service';

let current: ServiceName = { name: DEFAULT_SERVICE_NAME, dashboardUrl: null };

/**
 * Called once, before the first sentence: a process has one service. Half of all sentences name it, so they read it here
 * instead of each getting it from its caller.
 */
export function nameService(given: ServiceName): void {
  current = given;
}

/** Within a sentence: `the voice service`. */
export const theService = (): string => current.name;

/** At the start of a sentence: `The voice service`. */
export const TheService = (): string => current.name.charAt(0).toUpperCase() + current.name.slice(1);

export const dashboardUrl = (): string | null => current.dashboardUrl;
