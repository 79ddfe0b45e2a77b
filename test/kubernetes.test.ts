import { readFile } from 'node:fs/promises';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Secret, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { readConfig } from '../src/config/config.ts';
import { Settings } from '../src/config/settings.ts';

const text = await readFile(new URL('../docs/deploy/kubernetes.yml', import.meta.url), 'utf8');

/** What the manifest contains, in its order. */
const VALIDATORS = {
  Secret: (given: Manifest) => new Secret(given).validate(),
  Deployment: (given: Manifest) => new Deployment(given).validate(),
  Service: (given: Manifest) => new Service(given).validate(),
  PodDisruptionBudget: (given: Manifest) => new PodDisruptionBudget(given).validate(),
  Ingress: (given: Manifest) => new Ingress(given).validate(),
};

const Manifest = z.looseObject({
  kind: z.enum(['Secret', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress']),
  metadata: z.object({ name: z.string() }),
});
type Manifest = z.infer<typeof Manifest>;

const manifests = parseAllDocuments(text).map((document) => Manifest.parse(document.toJS()));
const of = (kind: keyof typeof VALIDATORS) => manifests.find((manifest) => manifest.kind === kind);

const Labels = z.record(z.string(), z.string());
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Bot = z.object({
  spec: z.object({
    replicas: z.number(),
    selector: z.object({ matchLabels: Labels }),
    template: z.object({
      metadata: z.object({ labels: Labels }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            livenessProbe: Probe,
            readinessProbe: Probe,
          }),
        ]),
      }),
    }),
  }),
});
const { spec } = Bot.parse(of('Deployment'));
const [container] = spec.template.spec.containers;
const env = {
  ...z.object({ stringData: Labels }).parse(of('Secret')).stringData,
  ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
};

test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
  'the %s follows the schema of Kubernetes',
  (kind, manifest) => {
    expect(() => VALIDATORS[kind](manifest)).not.toThrow();
  },
);

test('it contains one of each kind', () => {
  expect(manifests.map(({ kind }) => kind)).toEqual(Object.keys(VALIDATORS));
});

test('the bot starts with its settings, and each of them exists', () => {
  expect(Object.keys(env).filter((name) => !(name in Settings.shape))).toEqual([]);
  // The bot refuses the placeholder, as it should.
  const given = { ...env, SLACK_SIGNING_SECRET: 'decafbaddecafbaddecafbaddecafbad' };
  expect(readConfig(given)).toMatchObject({ slack: { mode: { kind: 'http' } } });
});

test('all select the pods of the deployment', () => {
  const { labels } = spec.template.metadata;
  expect(spec.selector.matchLabels).toEqual(labels);
  expect(of('Service')).toMatchObject({ spec: { selector: labels, ports: [{ targetPort: 'http' }] } });
  expect(of('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
});

test('probes ask where the bot answers', () => {
  const answers = { httpGet: { path: '/healthz', port: 'http' } };
  expect(container).toMatchObject({ livenessProbe: answers, readinessProbe: answers });
  expect(container.ports).toContainEqual({ name: 'http', containerPort: Number(env.PORT) });
  expect(container.ports).toContainEqual({ name: 'metrics', containerPort: Number(env.METRICS_PORT) });
});

test('a pod has time to stop', () => {
  const seconds = Number(env.STOP_DELAY_SECONDS) + Settings.shape.STOP_SECONDS.parse(undefined);
  expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds);
});
