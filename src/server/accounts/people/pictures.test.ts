/** Pictures of people: set, seen by who works with them and nobody else, and refused where they are anything but a picture. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { addMember, type TestMember } from '../../testing/members.ts';
import { pngFile } from '../../testing/png-file.ts';
import { openTestServer, type TestRequest, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let nora: TestMember;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  await server.freshAccounts();
  nora = await addMember(server, 'viewer');
});
afterAll(() => server.close());

const set = (image: Buffer | string) =>
  nora.send({ url: paths.myPicture, form: { Image: Buffer.from(image).toString('base64') } });
const removePicture = () => nora.send({ method: 'DELETE', url: paths.myPicture });
const pictureOf = (version = '', more: Partial<TestRequest> = {}) =>
  server.send({ ...more, url: `${paths.memberPicture(nora.sid)}${version && `?Version=${version}`}` });

describe('a picture', () => {
  it('is set, kept by its version, replaced and removed', async () => {
    expect((await nora.send({ url: '/session' })).json().person.picture_version).toBeNull();
    const version = (await set(pngFile(128))).json().person.picture_version;
    expect((await server.send({ url: paths.pictures })).json().pictures).toEqual([
      { person_sid: nora.sid, version },
    ]);
    const seen = await pictureOf(version);
    expect([seen.statusCode, seen.rawPayload]).toEqual([200, pngFile(128)]);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    const other = (await set(pngFile(64))).json().person.picture_version;
    expect(other).not.toBe(version);
    const old = await pictureOf(version);
    expect([old.rawPayload, old.headers['cache-control']]).toEqual([pngFile(64), 'private, no-cache']);
    const known = await pictureOf('', { headers: { 'if-none-match': `"${other}"` } });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect((await removePicture()).statusCode).toBe(204);
    expect((await removePicture()).statusCode).toBe(404);
    expect((await pictureOf()).statusCode).toBe(404);
    const { events } = (await server.send({ url: '/v1/AuditEvents?Object=person' })).json();
    expect(events.map(({ operation }: { operation: string }) => operation)).toEqual([
      ...['DeleteMyPicture', 'SetMyPicture', 'SetMyPicture'],
    ]);
  });

  it('is seen in the account and those below it, and in no other', async () => {
    await set(pngFile(16));
    const below = (await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } })).json();
    const by = { account_sid: below.sid, auth_token: below.auth_token };
    expect((await pictureOf('', { by })).statusCode).toBe(200);
    const elsewhere = await server.send({ url: paths.pictures, by: server.other });
    expect(elsewhere.json().pictures).toEqual([]);
    expect((await pictureOf('', { by: server.other })).statusCode).toBe(404);
    expect((await pictureOf('', { by: null })).statusCode).toBe(401);
    const stranger = await addMember(server, 'owner', { home: server.other });
    expect((await stranger.send({ url: paths.memberPicture(nora.sid) })).statusCode).toBe(404);
    await server.send({ method: 'DELETE', url: paths.member(nora.sid) });
    expect((await pictureOf()).statusCode).toBe(404);
  });

  it('is set by its person on the page alone', async () => {
    const form = { Image: pngFile(16).toString('base64') };
    expect((await server.send({ url: paths.myPicture, form })).statusCode).toBe(403);
    expect((await server.send({ method: 'DELETE', url: paths.myPicture })).statusCode).toBe(403);
  });
});

describe('what is no picture is refused', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const whole = pngFile(16);
  const broken = Buffer.from(whole);
  broken[40] = (broken[40] ?? 0) ^ 1;
  it.each<[string, Buffer | string]>([
    ['nothing', 'x'],
    ['an SVG', script],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    ['a JPEG', Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP/Z', 'base64')],
    [
      'a page that begins as a PNG',
      Buffer.concat([whole.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a page behind a PNG', Buffer.concat([whole, Buffer.from(script)])],
    ['half a PNG', whole.subarray(0, 50)],
    ['a wrong checksum', broken],
    ['a large one', pngFile(257)],
    ['one of no size', pngFile(0)],
    ['a long one', pngFile(16, { width: 15 })],
    ['one with fewer lines', pngFile(16, { lines: Buffer.alloc(49) })],
    ['a bomb', pngFile(16, { lines: Buffer.alloc(20_000_000) })],
    ['an interlaced one', pngFile(16, { methods: [8, 2, 0, 0, 1] })],
    ['an unknown kind of colour', pngFile(16, { methods: [8, 5, 0, 0, 0] })],
    ['an unknown critical chunk', pngFile(16, { before: [['EVIL', Buffer.from(script)]] })],
  ])('%s', async (_, image) => {
    const answer = await set(image);
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('Image')]);
  });

  it('one that is too long for the field, or for any request', async () => {
    const long = await set(Buffer.alloc(66_000));
    expect([long.statusCode, long.json().message]).toEqual([400, expect.stringContaining('Image')]);
    expect((await set(Buffer.alloc(10_000_000))).statusCode).toBe(413);
  });

  it('and nothing beside the image is kept of one', async () => {
    await set(
      pngFile(16, {
        before: [
          ['tEXt', Buffer.from(`Comment\0${script}`)],
          ['eXIf', Buffer.from('52.5 N')],
        ],
      }),
    );
    expect((await pictureOf()).rawPayload).toEqual(whole);
  });
});
