import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { listen } from './hostile-server.ts';

/**
 * One local server responds for all hosts, by name; https requests of `fetch` arrive there in plain text.
 * @returns the hosts visited with the authorization each received, and a function that restores the real network.
 */
export async function standForTheInternet(hosts: Record<string, RequestListener>) {
  const { origin, arrived } = await listen((request, response) => {
    const answer = hosts[request.headers.host ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  const before = getGlobalDispatcher();
  const agent = new Agent({
    connect: (_options, connected) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.once('connect', () => connected(null, socket));
      socket.once('error', (error) => connected(error, null));
    },
  });
  setGlobalDispatcher(agent);
  return {
    visited: () => arrived.map(({ headers }) => [headers.host, headers.authorization]),
    restore: () => {
      setGlobalDispatcher(before);
      agent.destroy().catch(() => undefined);
    },
  };
}
