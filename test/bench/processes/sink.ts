import { createServer } from 'node:http';
import { listenOnAnyPort } from '../../service-client/listen-on-any-port.ts';

/** Receives and counts the answers to commands, like Slack's response URLs. */
let answers = 0;
const { baseUrl } = await listenOnAnyPort(
  createServer((request, response) => {
    request.resume().once('end', () => {
      answers += 1;
      response.end('ok');
    });
  }),
);
process.on('message', () => process.send?.({ answers }));
process.on('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.stdout.write(`READY ${baseUrl}\n`);
