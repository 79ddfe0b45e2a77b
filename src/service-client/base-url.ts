/**
 * `{base_url}` of the service interface checked. It may carry a path, with or without trailing slash.
 *
 * @throws TypeError when it is no http or https URL, or carries a user name, a query or a fragment.
 */
export function parseBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw new TypeError('The base URL of the service is not a URL.');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError('The base URL of the service must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('The base URL of the service must not carry a user name, a query or a fragment.');
  }
  return url.origin + url.pathname;
}
