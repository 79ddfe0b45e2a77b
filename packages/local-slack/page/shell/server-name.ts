/** The name of the program that serves the page, which the server writes into the HTML. */
export const serverName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'local Slack';
