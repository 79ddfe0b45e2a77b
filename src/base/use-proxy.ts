import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';

export interface ProxySettings {
  /** For http URLs. It may contain a password, and so may `https`; null for none. */
  http: string | null;
  https: string | null;
  /** Hosts that are reached without it, separated by commas; empty for none. */
  notFor: string;
}

/**
 * Sends everything that this process fetches through a proxy: fetch and undici, in the bot and in its libraries, use
 * the global dispatcher. Only Bolt's socket has its own; see `makeReceiver`.
 */
export function useProxy(proxy: ProxySettings | null): void {
  if (proxy === null) return;
  const { http, https, notFor } = proxy;
  // Empty instead of undefined, which would read the environment again.
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy: http ?? '', httpsProxy: https ?? '', noProxy: notFor }));
}
