/** The rules and the dashboard under `deploy/`: they ask for metrics that exist, and each alert fires as its story says. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { collectProcessMetrics, registry } from '../platform/metrics.ts';

const folder = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const read = (file: string) => readFileSync(`${folder}${file}`, 'utf8');
const rules = 'prometheus/patchbay.rules.yaml';
const stories = ['patchbay.rules.test.yaml', 'flows.rules.test.yaml'];
const canTest = spawnSync('promtool', ['--version']).status === 0;

it.each([rules, 'grafana/patchbay.json'])('%s asks for metrics that exist', (file) => {
  collectProcessMetrics();
  const known = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const asked = [...new Set(read(file).match(/\b(?:patchbay|nodejs|process)_[a-z0-9_]+/g))];
  expect(asked.length).toBeGreaterThan(5);
  const unknown = asked.filter((name) => !known.has(name.replace(/_(?:count|bucket|sum)$/, '')));
  expect(unknown).toEqual([]);
});

it('each alert has a story in which it fires', () => {
  const alerts = [...read(rules).matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const text = stories.map((file) => read(`prometheus/${file}`)).join('');
  const fired = [...text.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(([, name]) => name);
  expect(new Set(fired)).toEqual(new Set(alerts));
});

it.runIf(canTest)('the stories hold', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...stories], {
    cwd: `${folder}prometheus`,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});
