/** Observability: metrics, request ids, a log without personal data, and spans. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, logs, metrics, propagation, SeverityNumber, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, send, survey, widget } from './flows/testing/flows.ts';
import { LocalContext } from './testing/local-context.ts';
import { openRunningServer, type RunningServer, startTimeoutMs } from './testing/running-server.ts';
import { basicAuthorization, openTestServer } from './testing/server.ts';

const webhookPosts =
  'patchbay_request_seconds_count{method="POST",route="/v1/Accounts/:account/Flows/:flow",status="200"}';

/** The value of a counter, 0 before its first sample. Counters are the process's, so they count other tests as well. */
function counter(metrics: string, name: string): number {
  const line = metrics.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

describe('metrics', () => {
  it('count what happens, by patterns and words and never by contact', async () => {
    const server = await openRunningServer('embedded');
    try {
      const flow = await server.addFlow(survey);
      const contact = server.contact();
      const before = await metricsOf(server);
      for (const [index, Body] of ['Hi', 'Ann'].entries()) {
        await server.postWebhook(flow, {
          MessageSid: `SM${String(index).padStart(32, '0')}`,
          From: contact,
          To: 'L',
          Body,
        });
      }
      const text = await metricsOf(server);
      const growth = (name: string) => counter(text, name) - counter(before, name);
      expect(growth('patchbay_turns_total')).toBeGreaterThanOrEqual(2);
      expect(growth('patchbay_steps_total')).toBeGreaterThanOrEqual(4);
      expect(text).toMatch(/^patchbay_executions_started_total{event="incomingMessage"} \d/m);
      expect(text).toMatch(/^patchbay_executions_ended_total{how="finished"} \d/m);
      expect(growth(webhookPosts)).toBe(2);
      expect(text).toContain('patchbay_jobs{state="dead"} 0');
      expect(text).toMatch(/^patchbay_commit_works_count \d/m);
      expect(text).toMatch(/^process_resident_memory_bytes \d/m);
      const labels = `account="${server.account.account_sid}",flow="${flow}"`;
      expect(text).toContain(`patchbay_flow_started_total{${labels}} 1\n`);
      expect(text).toContain(`patchbay_flow_ended_total{${labels},how="finished"} 1\n`);
      expect(text).toMatch(new RegExp(`^patchbay_flow_last_start_timestamp_seconds\\{${labels}\\} \\d`, 'm'));
      expect(text).not.toContain(contact);
    } finally {
      await server.close();
    }
  });

  it('are for this machine only, or for who bears the token', async () => {
    const open = await openTestServer();
    const ask = (server: typeof open, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      server.app.inject({
        url: paths.metrics,
        headers: { host: 'localhost:4000', ...headers },
        remoteAddress,
      });
    expect((await ask(open, {})).statusCode).toBe(200);
    expect((await ask(open, {}, '192.0.2.7')).statusCode).toBe(403);
    expect((await ask(open, { host: 'flows.test' })).statusCode).toBe(403);
    expect((await ask(open, { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(403);
    expect(
      (await ask(open, { authorization: basicAuthorization(open.account) }, '192.0.2.7')).statusCode,
    ).toBe(403);
    await open.close();

    const published = await openTestServer({ PUBLIC_URL: 'https://flows.example.org' });
    expect((await ask(published, {})).statusCode).toBe(403);
    await published.close();

    const closed = await openTestServer({ METRICS_TOKEN: 'a-token-for-metrics' });
    expect((await ask(closed, {})).statusCode).toBe(401);
    expect((await ask(closed, { authorization: 'Bearer another-token-here' })).statusCode).toBe(401);
    const bearer = { authorization: 'Bearer a-token-for-metrics' };
    expect((await ask(closed, bearer, '192.0.2.7')).statusCode).toBe(200);
    await closed.close();
  });
});

describe('the id of a request', () => {
  it('is answered, and taken from the header of the proxy that the settings name, when well formed', async () => {
    const server = await openTestServer({ REQUEST_ID_HEADER: 'X-Proxy-Id' });
    const idFor = async (headers: Record<string, string>) =>
      (await server.send({ url: '/healthz', headers })).headers['x-request-id'];
    expect(await idFor({ 'x-proxy-id': 'abc-1.2:3' })).toBe('abc-1.2:3');
    for (const bad of ['a b', 'a\u00e4', 'x'.repeat(129), '']) {
      expect(await idFor({ 'x-proxy-id': bad })).toMatch(/^[0-9a-f]{12}-\w+$/);
    }
    expect(await idFor({ 'x-request-id': 'mine' })).not.toBe('mine');
    await server.close();
  });
});

describe('the log', () => {
  it('names requests by pattern and executions by SID, and repeats nothing that anybody said', async () => {
    const lines: string[] = [];
    const server = await openRunningServer('embedded', {
      log: { level: 'trace', to: (line) => lines.push(line) },
    });
    try {
      const words = [
        'Zanzibar-contact',
        'Zanzibar-line',
        'Zanzibar says hello',
        'Zanzibar-parameter',
      ] as const;
      const flow = await server.addFlow(survey);
      for (const index of [0, 1]) {
        const MessageSid = `SM${String(index).padStart(32, '0')}`;
        await server.postWebhook(
          flow,
          { MessageSid, From: words[0], To: words[1], Body: words[2] },
          `?q=${words[3]}`,
        );
      }
      await server.startExecution(flow, `client:${words[0]}`, { name: words[3] });
      await server.send(`${paths.messages}?From=${words[0]}`);
      await server.send(`/no/such/${words[0]}`);
      const broken = widget(
        'make-http-request',
        'call',
        { method: 'GET', url: `http://${words[0]}.invalid/${words[3]}` },
        { success: null, failed: null },
      );
      const calling = await server.addFlow(flowOf(broken, send('bye', 'Bye', null)));
      const execution = await server.startExecution(calling, `client:${words[0]}-2`);
      await server.eventually(calling, execution, { execution: { status: 'ended' } });

      expect(lines.some((line) => /"route":"\/v1\/Accounts\/:\w+\/Flows\/:\w+"/.test(line))).toBe(true);
      expect(lines.some((line) => line.includes(execution) && line.includes('Turn committed'))).toBe(true);
      expect(lines.filter((line) => /zanzibar/i.test(line))).toEqual([]);
      expect(lines.filter((line) => line.includes(server.account.auth_token))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe('metrics by OpenTelemetry', () => {
  it('are those of /metrics, by the same names', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    const server = await openRunningServer('embedded');
    const exported = async () => {
      exporter.reset();
      await reader.forceFlush();
      const all = exporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics));
      return new Map(all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]));
    };
    try {
      const flow = await server.addFlow(survey);
      await server.startExecution(flow, server.contact());
      const found = await exported();
      const text = await metricsOf(server);
      const names = [...text.matchAll(/^(patchbay_\w+)(?:\{| )/gm)].map(([, name]) => name ?? '');
      expect([...new Set(names)].filter((name) => !found.has(name))).toEqual([]);
      const started = found.get('patchbay_flow_started_total');
      expect(started?.find(({ attributes }) => attributes.flow === flow)?.value).toBe(1);
      expect(found.get('patchbay_jobs')?.some(({ attributes }) => attributes.state === 'dead')).toBe(true);
      const buckets = found.get('patchbay_request_seconds_bucket');
      expect(buckets?.some(({ attributes }) => attributes.le === '+Inf')).toBe(true);
    } finally {
      await server.close();
    }
    await reader.shutdown();
    metrics.disable();
  });
});

describe('spans', () => {
  const exporter = new InMemorySpanExporter();
  let server: RunningServer;

  beforeAll(async () => {
    context.setGlobalContextManager(new LocalContext());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(
      new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
    );
    server = await openRunningServer('embedded');
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    for (const api of [context, propagation, trace]) api.disable();
  });

  it('lead from the request to its turn, and from the job to the other system', async () => {
    const received: IncomingHttpHeaders[] = [];
    const peer = createServer((request, answer) => {
      received.push(request.headers);
      answer.end('{}');
    });
    await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
    const fetching = widget(
      'make-http-request',
      'fetch',
      { method: 'GET', url },
      { success: null, failed: null },
    );
    const flow = await server.addFlow(flowOf(fetching));
    const execution = await server.startExecution(flow, server.contact());
    await server.eventually(flow, execution, { execution: { status: 'ended' } });
    peer.close();

    const spans = exporter.getFinishedSpans();
    const [first, second] = spans.filter(
      ({ name, attributes }) => name === 'turn' && attributes['patchbay.execution'] === execution,
    );
    const request = spans.find((span) => span.spanContext().spanId === first?.parentSpanContext?.spanId);
    expect(request?.name).toMatch(/^POST \/v2\/Flows\/:\w+\/Executions$/);
    expect(first?.attributes).toMatchObject({ 'patchbay.flow': flow, 'patchbay.steps': 1 });
    const job = spans.find((span) => span.spanContext().spanId === second?.parentSpanContext?.spanId);
    expect(job).toMatchObject({ name: 'job', attributes: { 'patchbay.job': 'http', 'patchbay.attempt': 1 } });
    const outbound = spans.find(({ name }) => name === 'outbound request');
    expect(outbound?.parentSpanContext?.spanId).toBe(job?.spanContext().spanId);
    expect(outbound?.attributes['http.response.status_code']).toBe(200);
    const { traceId, spanId } = outbound?.spanContext() ?? {};
    expect(received[0]?.traceparent).toBe(`00-${traceId}-${spanId}-01`);
  });

  it('are named by the lines of the log, exported with their severity and without what is kept back', async () => {
    const exporter = new InMemoryLogRecordExporter();
    logs.setGlobalLoggerProvider(
      new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] }),
    );
    const lines: string[] = [];
    const server = await openRunningServer('embedded', {
      log: { level: 'debug', to: (line) => lines.push(line) },
    });
    try {
      const flow = await server.addFlow(survey);
      const execution = await server.startExecution(flow, server.contact());
      server.ctx.log.error({ err: new TypeError('Not a number'), token: 'secret' }, 'It failed');
      const records = exporter.getFinishedLogRecords();
      expect(records.length).toBe(lines.length);
      const turn = records.find(({ body }) => body === 'Turn committed');
      expect(turn).toMatchObject({
        severityNumber: SeverityNumber.DEBUG,
        severityText: 'DEBUG',
        attributes: { execution },
      });
      expect(turn?.spanContext?.traceId).toMatch(/^[0-9a-f]{32}$/);
      const failed = records.find(({ body }) => body === 'It failed');
      expect(failed).toMatchObject({
        severityNumber: SeverityNumber.ERROR,
        attributes: {
          token: '[kept back]',
          'exception.type': 'TypeError',
          'exception.message': 'Not a number',
          'exception.stacktrace': expect.stringContaining('observability.test'),
        },
      });
    } finally {
      await server.close();
      logs.disable();
    }
  });
});

async function metricsOf(server: RunningServer): Promise<string> {
  return (await server.send(paths.metrics, { host: 'localhost' })).body;
}
