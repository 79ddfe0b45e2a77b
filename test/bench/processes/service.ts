import { startLocalService } from '@abilities-bot/local-service';

/** The local service, configured by the environment: DATA_DIR, SEED, and DELAY_MS for each response. */
const { DATA_DIR: dataDir = '', DELAY_MS: delayMs = '0', SEED: seed } = process.env;
const service = await startLocalService({
  dataDir,
  logger: false,
  agentRowsCarryAbilities: true,
  ...(seed === 'demo' || seed === 'large' ? { seed } : {}),
});
if (Number(delayMs) > 0) service.faults.add({ match: {}, fault: { kind: 'delay', ms: Number(delayMs) } });
process.on('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.stdout.write(`READY ${service.baseUrl} ${service.apiKey}\n`);
