/** The ways to run it under `deploy/`: they agree with the settings, ports and roles of the server, and with each other. */

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { version } from '../platform/checkout.ts';
import { readConfig } from '../platform/config.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const chart = 'deploy/helm/patchbay';
const templates = readdirSync(join(root, chart, 'templates')).map((file) => `${chart}/templates/${file}`);
const values = parse(read(`${chart}/values.yaml`));
const hasHelm = spawnSync('helm', ['version']).status === 0;

/** The names in the first column of the table of settings, and those with `_FILE` of which the text above it speaks. */
const settings = new Set(
  read('docs/reference/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
);
const listedSecrets =
  /A secret may stand in a file instead[\s\S]*?\n\n/.exec(read('docs/reference/settings.md'))?.[0] ?? '';
const secrets = [...listedSecrets.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
const isSetting = (name: string) =>
  settings.has(name) || (name.endsWith('_FILE') && secrets.includes(name.replace(/_FILE$/, '')));

/** What the last stage of the Containerfile sets. */
const image = (() => {
  const [, stage = ''] = read('deploy/Containerfile').split(/^FROM scratch$/m);
  const words = (name: string) =>
    [...stage.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].flatMap(([, rest = '']) => rest.split(' '));
  const env = Object.fromEntries(words('ENV').map((pair) => pair.split('=', 2) as [string, string]));
  return { env, ports: words('EXPOSE').map(Number) };
})();

/** Of Node, of the system, and of the C library. */
const notOurs = ['PATH', 'NODE_ENV', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'];

describe('the image', () => {
  it('sets what is a setting, and exposes the ports of the defaults', () => {
    const names = Object.keys(image.env).filter((name) => !notOurs.includes(name));
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    const { port, smtp, host } = readConfig(image.env);
    expect({ ports: image.ports, host }).toEqual({
      ports: [port, smtp.port],
      host: '0.0.0.0',
    });
  });

  it('has the settings of memory that the start sets by itself elsewhere', () => {
    const [, text = ''] = /const allocator = (\{.*\});/.exec(read('bin/preload.mjs')) ?? [];
    const allocator = [...text.matchAll(/(\w+): '(\d+)'/g)].map(([, name, value]) => [name, value]);
    expect(allocator).toHaveLength(2);
    expect(image.env).toMatchObject(Object.fromEntries(allocator));
  });
});

describe('the compose file', () => {
  const compose = parse(read('deploy/compose/compose.yaml').replaceAll(/\$\{DOMAIN[^}]*\}/g, 'flows.test'), {
    merge: true,
  });
  const services: Record<string, Service> = compose.services;
  type Service = {
    image: string;
    environment?: Record<string, string>;
    secrets?: string[];
    networks: string[] | Record<string, { ipv4_address?: string }>;
    ports?: string[];
  };

  it('starts the roles of one version, with settings that the server accepts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-compose-'));
    try {
      cpSync(join(root, 'deploy/compose'), folder, { recursive: true });
      execFileSync('sh', [join(folder, 'make-secrets.sh')]);
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
      expect(spawnSync('sh', [join(folder, 'make-secrets.sh')]).status).not.toBe(0);
      const roles = ['api', 'worker'].map((name) => {
        const { environment = {}, image: used, secrets: given = [] } = services[name] as Service;
        expect(Object.keys(environment).filter((each) => !isSetting(each))).toEqual([]);
        expect(used).toContain(`patchbay:${version}`);
        const here = Object.entries(environment).map(([key, value]) => {
          const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
          if (secret === undefined) return [key, value];
          expect(given).toContain(secret);
          return [key, join(folder, compose.secrets[secret].file)];
        });
        const config = readConfig({ ...image.env, ...Object.fromEntries(here) });
        expect(new URL(config.databaseUrl ?? '').host).toBe('pooler:6432');
        expect(new URL(config.databaseNotifyUrl ?? '').host).toBe('database:5432');
        expect(config.trustedProxies).toEqual([compose.services.proxy.networks.outside.ipv4_address]);
        return config.role;
      });
      expect(roles).toEqual(['api', 'worker']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('leads from the proxy to the port of the server, and from the pooler to the database', () => {
    expect(read('deploy/compose/Caddyfile')).toContain(`reverse_proxy api:${image.ports[0]}`);
    expect(services.api?.ports).toEqual([`25:${image.ports[1]}`]);
    const pooler = read('deploy/compose/pgbouncer.ini');
    expect(pooler).toMatch(/^pool_mode = transaction$/m);
    expect(pooler).toMatch(/^listen_port = 6432$/m);
    expect(pooler).toMatch(/^patchbay = host=database port=5432 dbname=patchbay$/m);
    expect(services.pooler?.secrets).toContain(/^auth_file = \/run\/secrets\/(\w+)$/m.exec(pooler)?.[1]);
    for (const { secrets: given = [], networks } of Object.values(services)) {
      expect(given.filter((name) => compose.secrets[name] === undefined)).toEqual([]);
      const named = Array.isArray(networks) ? networks : Object.keys(networks);
      expect(named.filter((name) => compose.networks[name] === undefined)).toEqual([]);
    }
  });
});

/** What of a template is YAML: without lines that are instructions only, and with `x` for each value. */
const plainParts = (file: string) =>
  parseAllDocuments(
    read(file)
      .replaceAll(/^\s*\{\{.*\}\}\n/gm, '')
      .replaceAll(/\{\{.*?\}\}/g, 'x'),
  ).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });

describe('the chart', () => {
  const manifests = templates.filter((file) => file.endsWith('.yaml')).flatMap(plainParts);
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(read(`${chart}/values.schema.json`)));

  it('has the version of the server', () => {
    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  });

  it('has values that its schema accepts, and refuses others', () => {
    expect(isValid(values), JSON.stringify(isValid.errors)).toBe(true);
    const { processes, secrets: secret, settings: set } = values;
    const wrong = [
      { processes: { ...processes, more: { role: 'clerk', replicas: 1 } } },
      { processes: { ...processes, api: { ...processes.api, replica: 3 } } },
      { secrets: { ...secret, keys: ['DATABASE_URL'] } },
      { settings: { ...set, ROLE: 'worker' } },
      { settings: { LOG_LEVEL: 'info' } },
      { settings: { ...set, LIVE_KEEP: 24 } },
      { ingres: {} },
    ];
    expect(wrong.filter((each) => isValid({ ...values, ...each }))).toEqual([]);
  });

  it('sets what is a setting, for processes that the server accepts', () => {
    const set: Record<string, string> = values.settings;
    const files: string[] = values.secrets.keys.map((key: string) => `${key}_FILE`);
    expect([...Object.keys(set), ...files].filter((name) => !isSetting(name))).toEqual([]);
    const database = {
      DATABASE_URL: 'postgres://db.test/patchbay',
      SECRET_KEY: 'a key of the test of the chart',
    };
    const given: Record<string, { role: string }> = values.processes;
    const roles = Object.values(given).map(
      ({ role }) => readConfig({ ...set, ...database, ROLE: role }).role,
    );
    expect(roles).toEqual(['api', 'worker']);
  });

  it('asks in its templates for values that there are, in blocks that end', () => {
    for (const file of templates) {
      const text = read(file);
      const instructions = [...text.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/g)].map(([, each = '']) => each);
      expect(text.match(/\{\{/g)?.length, file).toBe(instructions.length);
      const count = (form: RegExp) => instructions.filter((each) => form.test(each)).length;
      expect(count(/^(if|range|with|define)\b/), file).toBe(count(/^end$/));
      const paths = [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = '']) =>
        path.slice(1).split('.'),
      );
      const missing = paths.filter(
        (path) => path.reduce((value, name) => value?.[name], values) === undefined,
      );
      expect(missing, file).toEqual([]);
    }
  });

  it('has probes, budgets, services, an ingress and a monitor on the ports of the server', () => {
    const kinds = manifests.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(
      [
        'Deployment',
        'Ingress',
        'PodDisruptionBudget',
        'Service',
        'Service',
        'Service',
        'ServiceMonitor',
      ].sort(),
    );
    const { spec } = manifests.find(({ kind }) => kind === 'Deployment');
    const [container] = spec.template.spec.containers;
    expect(container.ports.map((each: { containerPort: number }) => each.containerPort)).toEqual(image.ports);
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (name) => container[name].httpGet.path,
    );
    expect(probes).toEqual(['/healthz', '/healthz', '/readyz']);
    const [, user] = /^USER (\d+):/m.exec(read('deploy/Containerfile')) ?? [];
    expect(String(spec.template.spec.securityContext.runAsUser)).toBe(user);
  });

  it.runIf(hasHelm)('is rendered by helm, which finds nothing wrong', () => {
    const lint = spawnSync('helm', ['lint', '--strict', join(root, chart)], { encoding: 'utf8' });
    expect(lint.status, lint.stdout + lint.stderr).toBe(0);
    const all = ['--set', 'smtp.enabled=true,serviceMonitor.enabled=true'];
    const text = execFileSync('helm', ['template', 'test', join(root, chart), ...all], { encoding: 'utf8' });
    const documents = parseAllDocuments(text).map((document) => document.toJS());
    expect(documents.filter((each) => each?.kind === 'Deployment')).toHaveLength(2);
  });
});
