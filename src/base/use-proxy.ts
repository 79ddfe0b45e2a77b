import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';

export interface ProxySettings {
  /** The proxy for http URLs; null for none. Like `https`, it may contain a password. */
  http: string | null;
  https: string | null;
  /** Hosts that are reached without the proxy, separated by commas; empty for none. */
  notFor: string;
}

/**
 * Sends all requests of this process through a proxy: fetch and undici, in the bot and its libraries, use the global
 * dispatcher. Only Bolt's socket has its own; see `makeReceiver`.
 */
export function useProxy(proxy: ProxySettings | null): void {
  if (proxy === null) return;
  const { http, https, notFor } = proxy;
  // Empty strings, because `undefined` would mean that the environment is read again.
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy: http ?? '', httpsProxy: https ?? '', noProxy: notFor }));
}
