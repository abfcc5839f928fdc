/**
 * One verdict on a flow: the list, the designer's header and panel, the API and the command line say the same of its working copy.
 * Of the samples, of fifty broken ones, and of real flows where they are at hand.
 */

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Page } from 'playwright/test';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { operationsBetween } from '#flow/change/derive.ts';
import { workingCopyOf } from '#flow/change/working-copy.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { samples } from '#flow/samples/samples.ts';
import { brokenSamples } from '#flow/testing/broken-samples.ts';
import { expect, test } from '../account-fixtures.ts';
import { created, storeFlow } from '../stored-flow.ts';

const corpus = new URL('../../../shared/corpus/flows/', import.meta.url);
const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

type Flow = { name: string; definition: FlowDefinition };
type Verdict = { errors: number; warnings: number };
type Stage = {
  api: APIRequestContext;
  page: Page;
  server: { url: string };
  account: { sid: string; token: string };
};

/** The real flows, of which some have errors: a fourth of them at a time. */
const realFlows = (nth: number): Flow[] =>
  readdirSync(corpus).flatMap((file, at) => {
    if (at % 4 !== nth) return [];
    const read = readDefinition(readFileSync(new URL(file, corpus), 'utf8'));
    return read.ok ? [{ name: file, definition: read.definition }] : [];
  });

test('of the samples', ({ api, signedIn, server, account }) =>
  compare(
    samples.map(({ id: name, definition }) => ({ name, definition })),
    { api, page: signedIn, server, account },
  ));

for (const [from, to] of [
  [0, 25],
  [25, 50],
] as const)
  test(`of the broken samples from ${from}`, ({ api, signedIn, server, account }) =>
    compare(brokenSamples.slice(from, to), { api, page: signedIn, server, account }));

for (const nth of [0, 1, 2, 3])
  test(`of real flows, part ${nth + 1}`, ({ api, signedIn, server, account }) => {
    test.skip(!existsSync(corpus), 'There are no real flows here.');
    return compare(realFlows(nth), { api, page: signedIn, server, account });
  });

async function compare(flows: readonly Flow[], { api, page, server, account }: Stage): Promise<void> {
  const form = { FriendlyName: 'Small PBX', Dialect: 'somleng', BaseUrl: 'http://127.0.0.1:1' };
  const settings = { CarrierAccountSid: 'account', AuthToken: 'token' };
  const carrier = await created<{ sid: string }>(
    await api.post(paths.carriers, { form: { ...form, ...settings } }),
  );
  const sids: string[] = [];
  for (const [nth, flow] of flows.entries()) {
    const { sid } = await storeFlow(api, { name: flow.name, definition: emptyDefinition(), status: 'draft' });
    await editTo(api, sid, flow);
    sids.push(sid);
    // Every other flow has a number at a carrier that cannot do much.
    const Address = `+1500555${String(nth).padStart(4, '0')}`;
    if (nth % 2 === 0)
      await created(
        await api.post(paths.addresses, { form: { Address, FlowSid: sid, CarrierSid: carrier.sid } }),
      );
  }
  const { flow_summaries: listed } = await (await api.get(paths.flowSummaries)).json();
  const byApi = new Map((listed as FlowSummary[]).map((each) => [each.sid, each]));
  const byCommand = await checkByCommand(sids, server.url, `${account.sid}:${account.token}`);
  await page.goto(`${server.url}/flows`);
  for (const { name } of flows) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  const byList = new Map<string, string>();
  for (const { name } of flows)
    byList.set(
      name,
      (await page.getByRole('row').filter({ hasText: name }).locator('.c-validation').innerText()).trim(),
    );
  for (const [nth, { name }] of flows.entries()) {
    const sid = sids[nth] ?? '';
    const { valid, errors, warnings } = byApi.get(sid) ?? {};
    const verdict = { errors: errors ?? -1, warnings: warnings ?? -1 };
    expect([name, valid, byCommand[nth]]).toEqual([name, verdict.errors === 0, verdict]);
    expect([name, byList.get(name)]).toEqual([name, sentence(verdict)]);
    await expectDesigner(page, `${server.url}/flows/${sid}`, name, verdict);
  }
}

/** The words of the list. */
function sentence({ errors, warnings }: Verdict): string {
  if (errors > 0) return errors === 1 ? '1 error' : `${errors} errors`;
  if (warnings > 0) return warnings === 1 ? '1 warning' : `${warnings} warnings`;
  return 'Valid';
}

/** By edits, as the designer stores them: a working copy may have errors. */
async function editTo(api: APIRequestContext, sid: string, { name, definition }: Flow): Promise<void> {
  const { seq, widgets, ...before } = await (await api.get(paths.workingCopy(sid))).json();
  const copy = { ...workingCopyOf({ name, definition: before.definition }), widgets };
  const operations = operationsBetween(copy, { name, definition }, (nth) => `new${nth}`);
  const commands = operations.map((each, nth) => ({
    id: `e-${nth}`,
    label: { name: 'import' },
    operations: [each],
  }));
  for (let at = 0; at < commands.length; at += 20) {
    const fields = { Base: String(seq + at), Client: `test-${at}`, Format: '2' };
    const Commands = JSON.stringify(commands.slice(at, at + 20));
    const response = await api.post(paths.edits(sid), { form: { ...fields, Commands } });
    expect(response.status(), `${name}: ${await response.text()}`).toBe(200);
  }
}

/** What `patchbay check` counts, in the order of `sids`. */
async function checkByCommand(sids: readonly string[], url: string, key: string): Promise<Verdict[]> {
  const env = { ...process.env, PATCHBAY_URL: url, PATCHBAY_KEY: key };
  const out = await new Promise<string>((resolve) => {
    // The exit code says whether there are errors.
    const limits = { env, maxBuffer: 64 * 1024 ** 2 };
    execFile(process.execPath, [program, 'check', ...sids, '--json'], limits, (_, stdout) => resolve(stdout));
  });
  const { files } = JSON.parse(out) as { files: { findings: { severity: string }[] }[] };
  return files.map(({ findings }) => {
    const count = (severity: string) => findings.filter((each) => each.severity === severity).length;
    return { errors: count('error'), warnings: count('warning') };
  });
}

async function expectDesigner(page: Page, url: string, name: string, verdict: Verdict): Promise<void> {
  await page.goto(url);
  const validate = page.getByRole('button', { name: /^Validate(, \d+ errors?)?$/ });
  await validate.click();
  const panel = page.getByRole('region', { name: 'Problems' });
  await expect
    .poll(async () => {
      const header = /\d+/.exec((await validate.getAttribute('aria-label')) ?? '')?.[0] ?? '0';
      const marks = await panel
        .locator('.problem .severity')
        .evaluateAll((all) => all.map((each) => each.className));
      const count = (...ranks: string[]) => marks.filter((each) => ranks.includes(each.slice(9))).length;
      return [name, Number(header), { errors: count('error'), warnings: count('warning', 'incomplete') }];
    })
    .toEqual([name, verdict.errors, verdict]);
}
