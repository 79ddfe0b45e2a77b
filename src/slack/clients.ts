import type { webApi } from '@slack/bolt';

/**
 * The Web API clients of one workspace. A client waits as a whole when Slack asks it to slow down, so that there are three:
 * what a person waits for within 3 seconds must not wait for somebody else's progress.
 *
 * With token rotation a workspace gets a new token twice a day; whoever holds these clients goes on with the new one.
 */
export class SlackClients {
  readonly #make: (token: string) => webApi.WebClient;
  #token: string;
  #forms: webApi.WebClient;
  #messages: webApi.WebClient;
  #background: webApi.WebClient;

  constructor(make: (token: string) => webApi.WebClient, token: string) {
    this.#make = make;
    this.#token = token;
    [this.#forms, this.#messages, this.#background] = [make(token), make(token), make(token)];
  }

  get token(): string {
    return this.#token;
  }

  /** For forms, and for who somebody is. */
  get forms(): webApi.WebClient {
    return this.#forms;
  }

  /** For messages and their edits. */
  get messages(): webApi.WebClient {
    return this.#messages;
  }

  /** For files and for what nobody waits for, such as Home tabs that others changed. */
  get background(): webApi.WebClient {
    return this.#background;
  }

  /** Calls that run end with the token that they began with; it stays good for a while. */
  useToken(token: string): void {
    if (token === this.#token) return;
    this.#token = token;
    [this.#forms, this.#messages, this.#background] = [this.#make(token), this.#make(token), this.#make(token)];
  }
}
