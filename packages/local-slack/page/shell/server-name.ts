/** What the program behind this page is called, such as `playground`: its server has written it into the page. */
export const serverName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'local Slack';
