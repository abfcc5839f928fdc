/** The commands on files, and on a real server. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { canonicalText } from '#flow/canonical/canonical.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import type { FlowDiff } from '#flow/diff/change.ts';
import { diff } from '#flow/diff/diff.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { setDescription } from '#flow/edit/set-flow.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { addMember } from '#server/testing/members.ts';
import { openTestServer, type TestServer } from '#server/testing/server.ts';
import { CommandError, type ServerSettings } from './command.ts';
import { runCommand } from './run-command.ts';

const flow = addWidget(emptyDefinition(), 'say-play', { x: 0, y: 300 }, 'greet').definition;
const greeting = (say: string) => setProperty(flow, 'greet', 'say', say);

let folder: string;
let settings: ServerSettings | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-cli-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const output = { out: '', error: '' };
  const code = await runCommand(args, {
    folder,
    out: (text) => {
      output.out += text;
    },
    error: (text) => {
      output.error += text;
    },
    variable: () => undefined,
    server: () => {
      if (settings === null) throw new CommandError('PATCHBAY_URL not set');
      return settings;
    },
  });
  return { code, ...output };
}

function write(file: string, content: FlowDefinition | object | string): void {
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
}

const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe('check', () => {
  it('lists findings with their widget and place, and fails on errors only', async () => {
    write('good.json', greeting('Hi'));
    write('bad.json', { ...flow, initial_state: 'nowhere' });
    expect(await run('check', 'good.json')).toMatchObject({ code: 0, error: '' });
    const { code, out } = await run('check', 'good.json', 'bad.json');
    expect(code).toBe(1);
    expect(out).toMatch(/^bad\.json: error: .+ \(#\/initial_state\)$/m);
    expect(out).toContain('bad.json: 1 error, ');
  });

  it('writes JSON and SARIF for programs', async () => {
    write('bad.json', { ...flow, initial_state: 'nowhere' });
    const json = JSON.parse((await run('check', 'bad.json', '--json')).out);
    expect(json.files[0].findings).toContainEqual(
      expect.objectContaining({ severity: 'error', property_path: '#/initial_state', widget: null }),
    );
    const { runs, version } = JSON.parse((await run('check', 'bad.json', '--sarif')).out);
    expect(version).toBe('2.1.0');
    expect(runs[0].results).toContainEqual(
      expect.objectContaining({
        level: 'error',
        locations: [
          {
            physicalLocation: { artifactLocation: { uri: 'bad.json' } },
            logicalLocations: [{ fullyQualifiedName: '#/initial_state' }],
          },
        ],
      }),
    );
  });

  it.each([
    ['text.json', 'not JSON at all'],
    ['list.json', '[1, 2]'],
    ['missing.json', null],
  ])('says what %s is instead of a flow, with exit code 2', async (file, content) => {
    if (content !== null) write(file, content);
    const { code, out, error } = await run('check', file);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(file);
  });
});

describe('diff and apply', () => {
  it('print sentences, or the object alone, and say by the exit code whether something differs', async () => {
    write('a.json', flow);
    write('b.json', greeting('Hi'));
    expect(await run('diff', 'a.json', 'a.json')).toEqual({ code: 0, out: 'No changes.\n', error: '' });
    expect((await run('diff', 'a.json', 'b.json')).out).toMatch(/of greet is now "Hi"/);
    const { code, out } = await run('diff', 'a.json', 'b.json', '--json');
    expect([code, JSON.parse(out)]).toEqual([1, diff(flow, greeting('Hi'))]);
  });

  it('lead from one file to the other', async () => {
    write('a.json', flow);
    write('b.json', greeting('Hi'));
    write('changes.json', (await run('diff', 'a.json', 'b.json', '--json')).out);
    expect(await run('patch', 'a.json', 'changes.json')).toEqual({
      code: 0,
      out: canonicalText(greeting('Hi')),
      error: '',
    });
    write('c.json', greeting('Good day'));
    const misfit = await run('patch', 'c.json', 'changes.json');
    expect([misfit.code, misfit.out]).toEqual([1, '']);
    expect(misfit.error).toContain('greet');
  });

  it('end with 2 where a file is no flow or no diff', async () => {
    write('a.json', flow);
    write('x.json', '{"changes": [{"kind": "magic"}]}');
    expect((await run('diff', 'a.json', 'x.json')).code).toBe(2);
    expect((await run('patch', 'a.json', 'x.json')).code).toBe(2);
    expect((await run('diff', 'a.json')).code).toBe(2);
  });
});

describe('merge and format', () => {
  it('print the canonical text alone', async () => {
    write('base.json', flow);
    write('ours.json', greeting('Hi'));
    write('theirs.json', setDescription(flow, 'Theirs'));
    expect(await run('merge', 'base.json', 'ours.json', 'theirs.json')).toEqual({
      code: 0,
      out: canonicalText(setDescription(greeting('Hi'), 'Theirs')),
      error: '',
    });
    expect((await run('format', 'ours.json')).out).toBe(canonicalText(greeting('Hi')));
    await run('format', 'ours.json', '--write');
    expect(read('ours.json')).toBe(canonicalText(greeting('Hi')));
  });

  it('name the widget of a conflict and both sides on standard error', async () => {
    write('base.json', flow);
    write('ours.json', greeting('Hi'));
    write('theirs.json', greeting('Good day'));
    const { code, out, error } = await run('merge', 'base.json', 'ours.json', 'theirs.json');
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain('greet');
    expect(error).toContain('"Hi"');
    expect(error).toContain('"Good day"');
  });
});

describe('with a server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { account_sid, auth_token } = server.account;
    settings = { url, key: `${account_sid}:${auth_token}` };
  });
  afterAll(async () => {
    settings = null;
    await server.close();
  });

  const linked = (file: string): { sid: string; revision: number } =>
    JSON.parse(read('patchbay.json')).flows[file];
  const onServer = async (sid: string) => (await server.send({ url: `/v2/Flows/${sid}` })).json();

  it('check looks at a flow as it is edited there, with what its carriers lack, or at a revision', async () => {
    write('greet.json', greeting('Hi'));
    await run('push', 'greet.json');
    const { sid } = linked('greet.json');
    const counted = async (source: string) => (await run('check', source)).out.trim().split('\n').at(-1);
    expect(await counted(sid)).toBe(`${sid}: 0 errors, 1 warning`);
    const path = ['definition', 'initial_state'];
    const operations = [{ kind: 'set', widget: null, path, to: 'nowhere' }];
    const edit = { id: 'e-1', label: { name: 'changeProperty' }, operations };
    const form = { Base: '0', Client: 'page', Commands: JSON.stringify([edit]) };
    await server.send({ url: `/v1/Flows/${sid}/WorkingCopy/Edits`, form });
    expect(await counted(sid)).toBe(`${sid}: 1 error, 0 warnings`);
    expect(await counted(`${sid}@1`)).toBe(`${sid}@1: 0 errors, 1 warning`);
    expect(await counted(`${sid}@LatestPublished`)).toBe('');
    const calling = addWidget(flow, 'capture-payments', { x: 0, y: 600 }, 'charge').definition;
    write('charge.json', calling);
    await run('push', 'charge.json');
    const charge = linked('charge.json').sid;
    const before = Number(/(\d+) warnings?$/.exec((await counted(charge)) ?? '')?.[1]);
    const settings = { FriendlyName: 'PBX', Dialect: 'telnyx', BaseUrl: 'http://127.0.0.1:1' };
    const own = { CarrierAccountSid: 'account', AuthToken: 'token', ApplicationSid: 'app' };
    const carrier = (await server.send({ url: paths.carriers, form: { ...settings, ...own } })).json();
    const address = { Address: '+15005550006', FlowSid: charge, CarrierSid: carrier.sid };
    await server.send({ url: paths.addresses, form: address });
    expect(await counted(charge)).toMatch(new RegExp(`, ${before + 1} warnings?$`));
    expect(await run('check', `FW${'9'.repeat(32)}`)).toMatchObject({ code: 1, out: '' });
  });

  it('check knows the SID of a file that is linked', async () => {
    write('greet.json', greeting('Hi'));
    await run('push', 'greet.json');
    const { definition } = addWidget(greeting('Hi'), 'run-subflow', { x: 0, y: 600 }, 'again');
    write('greet.json', setProperty(definition, 'again', 'flow_sid', linked('greet.json').sid));
    expect((await run('check', 'greet.json')).out).toContain('The flow runs itself as a subflow');
  });

  it('push creates a flow, then revisions of it, and publishes', async () => {
    write('greet.json', flow);
    expect((await run('push', 'greet.json')).code).toBe(0);
    const { sid, revision } = linked('greet.json');
    expect(revision).toBe(1);
    write('greet.json', greeting('Hi'));
    expect((await run('status')).out).toContain('changed here');
    expect((await run('push', 'greet.json', '--dry-run')).out).toContain('is now "Hi"');
    expect((await onServer(sid)).revision).toBe(1);
    expect((await run('push', 'greet.json', '--publish')).code).toBe(0);
    expect(await onServer(sid)).toMatchObject({
      revision: 2,
      status: 'published',
      commit_message: 'Changes greet (say).',
    });
    expect(await run('status')).toMatchObject({ code: 0, out: expect.stringMatching(/; published 2$/m) });
    const edit = {
      id: 'e-1',
      label: { name: 'renameFlow' },
      operations: [{ kind: 'set', widget: null, path: ['name'], to: 'Another' }],
    };
    const form = { Base: '0', Client: 'page', Commands: JSON.stringify([edit]) };
    await server.send({ url: `/v1/Flows/${sid}/WorkingCopy/Edits`, form });
    expect((await run('status')).out).toContain('in sync at revision 2; published 2, 1 change not published');
    const { out } = await run('diff', `${sid}@1`, `${sid}@LatestPublished`, '--json');
    expect((JSON.parse(out) as FlowDiff).changes).toHaveLength(1);
  });

  it('a push over a newer revision is refused, and stores nothing', async () => {
    write('greet.json', flow);
    await run('push', 'greet.json');
    const { sid } = linked('greet.json');
    const Definition = JSON.stringify(greeting('From the page'));
    await server.send({ url: `/v2/Flows/${sid}`, form: { Status: 'draft', Definition } });
    write('greet.json', greeting('From the file'));
    const refused = await run('push', 'greet.json');
    expect(refused.code).toBe(1);
    expect(refused.error).toContain('npx patchbay pull --merge greet.json');
    expect((await onServer(sid)).revision).toBe(2);
    expect((await run('pull')).error).toContain('has changes that are not on the server');
    expect((await run('pull', '--force')).code).toBe(0);
    expect(read('greet.json')).toBe(canonicalText(greeting('From the page')));
  });

  it('a flow with errors is not pushed, and unknown flows and keys are said to be that', async () => {
    write('bad.json', { ...flow, initial_state: 'nowhere' });
    expect((await run('push', 'bad.json')).code).toBe(1);
    const missing = await run('pull', `FW${'0'.repeat(32)}`);
    expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('was not found')]);
  });

  it('contact search counts what there is of a contact, and export writes a file of it', async () => {
    const [number, other] = ['+447911120101', '+447911120102'];
    expect(await run('contact', 'search', number)).toMatchObject({
      code: 0,
      out: 'Nothing names this contact.\n',
    });
    for (const [Name, called] of Object.entries({ one: number, two: other })) {
      const form = { Name, Data: JSON.stringify({ called, note: 'x'.repeat(9_000) }) };
      expect((await server.send({ url: paths.syncObjects, form })).statusCode).toBe(200);
    }
    expect((await run('contact', 'search', number)).out).toBe('1\tsync_objects\n');
    const written = await run('contact', 'export', number, '--out', 'contact.jsonl', '--reason', 'Request 1');
    expect(written).toMatchObject({ code: 0, out: expect.stringContaining('1 rows') });
    const kinds = read('contact.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(kinds).toEqual(['export', 'sync_objects', 'end']);
    expect(read('contact.jsonl')).toContain(number);
    expect(read('contact.jsonl')).not.toContain(other);
    const refused = await run('contact', 'export', 'Orla', '--out', 'none.jsonl');
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('Values')]);
    expect(() => read('none.jsonl')).toThrow('ENOENT');
    for (const wrong of [[], ['search'], ['export', number], ['erase', number]])
      expect((await run('contact', ...wrong)).code).toBe(2);
  });

  it('a personal token is a key, within its scopes', async () => {
    const author = await addMember(server, 'author');
    const tokenWith = async (...Scopes: string[]) =>
      (await author.send({ url: paths.tokens, form: { FriendlyName: 'Command line', Scopes } })).json();
    const url = settings?.url ?? '';
    const [reads, writes] = [await tokenWith('flows.read'), await tokenWith('flows.read', 'flows.write')];
    write('greet.json', flow);
    settings = { url, key: `${reads.sid}:${reads.secret}` };
    const refused = await run('push', 'greet.json');
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('flows.write')]);
    settings = { url, key: `${writes.sid}:${writes.secret}` };
    expect(await run('push', 'greet.json')).toMatchObject({ code: 0, error: '' });
    const { history } = (await server.send({ url: paths.flowHistory(linked('greet.json').sid) })).json();
    expect(history).toMatchObject([{ author_sid: author.sid, key: null }]);
  });
});
