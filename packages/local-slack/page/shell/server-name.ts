/** The name of the program that serves the page. The server writes it into the HTML. */
export const serverName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'local Slack';
