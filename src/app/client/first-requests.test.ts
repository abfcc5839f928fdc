import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { takeFirstResponse } from './first-requests.ts';
import { request } from './request.ts';

const script = readFileSync(new URL('../../../public/first-requests.js', import.meta.url), 'utf8');
const sid = `FW${'0123456789abcdef'.repeat(2)}`;

/** Runs the script as the page at `pathname` does; every request gets its own path as the response. */
function openAt(pathname: string): void {
  const window: { firstRequests?: Map<string, Promise<Response>> } = {};
  const fetch = async (path: string) => new Response(JSON.stringify(path));
  runInNewContext(script, { window, location: { pathname }, fetch, Response, Map });
  globalThis.firstRequests = window.firstRequests;
}

afterEach(() => {
  globalThis.firstRequests = undefined;
});

describe('the first requests of a page', () => {
  it.each([
    [`/flows/${sid}`, [paths.session, paths.flow(sid), paths.workingCopy(sid)]],
    ['/flows', [paths.session, paths.flowSummaries]],
    ['/flows/local/one', [paths.session]],
  ])('at %s are for %j', (pathname, expected) => {
    openAt(pathname);
    expect([...(globalThis.firstRequests?.keys() ?? [])]).toEqual(expected);
  });

  it('are taken once, in the first ten seconds', async () => {
    openAt(`/flows/${sid}`);
    const response = await takeFirstResponse(paths.session, 9_000);
    expect(await response?.json()).toBe(paths.session);
    expect(takeFirstResponse(paths.session, 9_000)).toBeUndefined();
    expect(takeFirstResponse(paths.flow(sid), 11_000)).toBeUndefined();
    expect(takeFirstResponse(paths.flow(sid), 9_000)).toBeUndefined();
  });

  it('are forgotten as soon as something is changed, such as who is signed in', async () => {
    openAt('/flows');
    await request('http://127.0.0.1:1/', { method: 'POST' }).catch(() => {});
    expect(globalThis.firstRequests?.size).toBe(0);
  });
});
