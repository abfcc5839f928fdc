/** Links of people by email, through a real relay: invitations, those of an admin, and those that one asks for at sign-in. */

import { sql } from 'kysely';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { openSmtpRelay, type SmtpRelay } from '../../email/testing/smtp-relay.ts';
import { readConfig } from '../../platform/config.ts';
import { StorageUnavailable } from '../../platform/database/storage-fault.ts';
import { claimJobs } from '../../platform/jobs/queue.ts';
import { openTestServer, type TestRequest, type TestServer } from '../../testing/server.ts';
import { handleLinkMailJob } from './link-mail.ts';

const owner = { Name: 'First Owner', Email: 'owner@example.org', Password: 'seven green harbours' };
const hour = 60 * 60 * 1000;

let relay: SmtpRelay;
let server: TestServer;

// Each test has a server: it runs all jobs that are due, of all accounts.
beforeEach(async () => {
  relay = await openSmtpRelay();
  server = await openTestServer({
    SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
    MAIL_FROM: 'patchbay@example.org',
    PUBLIC_URL: 'https://flows.example.org',
  });
});
afterEach(async () => {
  await server.close();
  await relay.close();
});

const send = (request: TestRequest) => server.send(request);
const ask = (Email: string, more = {}) =>
  send({ url: paths.passwordLinks, form: { Email, ...more }, by: null });

/** Runs the jobs that are due once, and gives what became of each. */
async function runJobs() {
  const now = server.ctx.clock.now();
  const jobs = await claimJobs(server.ctx.database, {
    ...{ now, leaseUntil: now + hour, limit: 10 },
    share: { perAccount: 10, busy: new Map() },
  });
  return Promise.all(jobs.map((job) => handleLinkMailJob(server.ctx, { agent: new Agent() }, job)));
}

/** The text of the only message, with its soft line breaks undone. */
function onlyText(): string {
  expect(relay.messages).toHaveLength(1);
  return (relay.messages[0]?.text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

const linkIn = (text: string) => /https:\/\/flows\.example\.org\/join#\w+/.exec(text)?.[0] ?? '';

describe('an invitation', () => {
  it('goes to who is invited, with a link that works', async () => {
    const form = { Email: 'new@example.org', Role: 'author', Language: 'en' };
    const invited = await send({ url: paths.invitations, form });
    expect(invited.json()).toMatchObject({ is_sent: true });
    expect(await runJobs()).toEqual([{ outcome: 'done' }]);
    const text = onlyText();
    expect(relay.messages[0]).toMatchObject({ sender: 'patchbay@example.org', recipient: 'new@example.org' });
    expect(text).toContain('Subject: Invitation to First');
    expect(text).toContain('Auto-Submitted: auto-generated');
    const Token = new URL(linkIn(text)).hash.slice(1);
    const use = { Token, Name: 'Somebody New', Password: 'a quiet lamp at noon' };
    const joined = await send({ url: paths.personLinkUse, form: use, by: null });
    expect(joined.json()).toMatchObject({ role: 'author', person: { email: 'new@example.org' } });
  });

  it('keeps its token out of the database', async () => {
    const invited = await send({
      url: paths.invitations,
      form: { Email: 'new@example.org', Role: 'author' },
    });
    const token = new URL(invited.json().link).hash.slice(1);
    const jobs = await server.ctx.database.read.selectFrom('jobs').selectAll().execute();
    expect(jobs).toHaveLength(1);
    expect(JSON.stringify(jobs)).not.toContain(token);
    expect(JSON.stringify(jobs)).not.toContain('new@example.org');
  });

  it('is tried again while the relay is busy, and fails for good when it refuses', async () => {
    await send({ url: paths.invitations, form: { Email: 'new@example.org', Role: 'author' } });
    relay.replies.push('451 4.2.1 Busy');
    expect(await runJobs()).toMatchObject([
      { outcome: 'retry', problem: expect.stringContaining('4.2.1 Busy') },
    ]);
    server.advanceClock(2 * hour);
    relay.replies.push('550 5.1.1 No such user');
    expect(await runJobs()).toMatchObject([
      { outcome: 'dead', problem: expect.stringContaining('5.1.1 No such user') },
    ]);
    expect(relay.messages).toEqual([]);
  });

  it('is kept and tried again when the relay says nothing, while others are served', async () => {
    const form = { Email: 'new@example.org', Role: 'author' };
    const { link } = (await send({ url: paths.invitations, form })).json();
    relay.replies.push('hang');
    const running = runJobs();
    await expect.poll(() => relay.connections()).toBe(1);
    const other = await send({ url: paths.invitations, form: { ...form, Email: 'other@example.org' } });
    expect(other.statusCode).toBe(201);
    await expect.poll(() => relay.replies).toEqual([]);
    // As when the time for a reply is over.
    relay.dropConnections();
    expect(await running).toMatchObject([{ outcome: 'retry', problem: expect.stringContaining('closed') }]);
    expect(relay.messages).toEqual([]);
    server.advanceClock(2 * hour);
    expect(await runJobs()).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
    const texts = relay.messages.map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    expect(texts.map(linkIn)).toContain(link);
    expect(texts).toHaveLength(2);
  });

  it('is stored with its message or not at all when the disk is full', async () => {
    const setPages = (count: number) =>
      server.ctx.database.write((tx) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(tx));
    await setPages(1);
    let answers = 0;
    let refused: Awaited<ReturnType<typeof send>> | undefined;
    while (refused === undefined && answers < 500) {
      const form = { Email: `new${answers}@example.org`, Role: 'author' };
      const answer = await send({ url: paths.invitations, form });
      if (answer.statusCode === 201) answers += 1;
      else refused = answer;
    }
    expect([refused?.statusCode, refused?.body]).toEqual([503, expect.stringContaining('disk')]);
    const { read } = server.ctx.database;
    const count = async (table: 'jobs' | 'invitations') =>
      (await read.selectFrom(table).select('created_at').execute()).length;
    expect([await count('invitations'), await count('jobs')]).toEqual([answers, answers]);
    await setPages(1_000_000);
    const again = await send({
      url: paths.invitations,
      form: { Email: `new${answers}@example.org`, Role: 'author' },
    });
    expect([again.statusCode, again.json().is_sent]).toEqual([201, true]);
    expect([await count('invitations'), await count('jobs')]).toEqual([answers + 1, answers + 1]);
  });

  it('is sent once more, as the same message, when it could not be noted that it was', async () => {
    await send({ url: paths.invitations, form: { Email: 'new@example.org', Role: 'author' } });
    const { ctx } = server;
    const [job] = await ctx.database.read.selectFrom('jobs').selectAll().execute();
    const write = () => Promise.reject(new StorageUnavailable('full', null));
    const full = { ...ctx, database: { ...ctx.database, write } };
    const run = (as: typeof ctx) =>
      job === undefined ? null : handleLinkMailJob(as, { agent: new Agent() }, job);
    await expect(run(full)).rejects.toThrow('disk');
    expect(await run(ctx)).toEqual({ outcome: 'done' });
    const ids = relay.messages.map(({ text }) => /^Message-ID: .+$/im.exec(text)?.[0]);
    expect(ids).toEqual([expect.stringContaining('@example.org'), ids[0]]);
    expect(await ctx.database.read.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it('is not sent once its link is over', async () => {
    await send({ url: paths.invitations, form: { Email: 'new@example.org', Role: 'author', Days: '1' } });
    server.advanceClock(25 * hour);
    expect(await runJobs()).toEqual([{ outcome: 'done' }]);
    expect(relay.messages).toEqual([]);
  });
});

describe('a link to a new password', () => {
  beforeEach(async () => {
    await send({ url: paths.firstOwner, form: owner });
  });

  it('is sent to who asks for it, in their language, and noted in the audit log', async () => {
    expect((await ask(' Owner@Example.org ', { Language: 'de' })).statusCode).toBe(202);
    expect(await runJobs()).toEqual([{ outcome: 'done' }]);
    const text = onlyText();
    expect(text).toContain('Ihr Link zu einem neuen Passwort');
    const form = { Token: new URL(linkIn(text)).hash.slice(1), Password: 'eleven amber kites' };
    expect((await send({ url: paths.personLinkUse, form, by: null })).statusCode).toBe(200);
    const { events } = (await send({ url: `${paths.auditEvents}?Operation=PasswordLinkAsked` })).json();
    expect(events).toMatchObject([{ object_name: owner.Name }]);
  });

  it('is over after an hour', async () => {
    await ask(owner.Email);
    await runJobs();
    const form = { Token: new URL(linkIn(onlyText())).hash.slice(1), Password: 'eleven amber kites' };
    server.advanceClock(hour + 1);
    expect((await send({ url: paths.personLinkUse, form, by: null })).statusCode).toBe(404);
  });

  it('answers alike for an address that nobody has, and sends nothing', async () => {
    const [known, unknown] = [await ask(owner.Email), await ask('nobody@example.org')];
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    await runJobs();
    expect(relay.messages.map(({ recipient }) => recipient)).toEqual([owner.Email]);
  });

  it('is not sent to who has no password, or no account any more', async () => {
    const { write } = server.ctx.database;
    await write((tx) => tx.updateTable('people').set({ password_hash: '' }).execute());
    expect((await ask(owner.Email)).statusCode).toBe(202);
    await write((tx) => tx.updateTable('people').set({ password_hash: 'x' }).execute());
    await write((tx) => tx.deleteFrom('members').execute());
    expect((await ask(owner.Email)).statusCode).toBe(202);
    expect(await runJobs()).toEqual([]);
  });

  it('is limited for an address, whether somebody has it or not', async () => {
    for (const email of [owner.Email, 'nobody@example.org']) {
      const answers = [];
      for (let at = 0; at < 6; at += 1) answers.push((await ask(email)).statusCode);
      expect(answers).toEqual([202, 202, 202, 202, 202, 429]);
    }
  });
});

describe('without MAIL_FROM', () => {
  it('links are only shown, and nobody can ask for one', async () => {
    const plain = await openTestServer();
    try {
      const form = { Email: 'new@example.org', Role: 'author' };
      const invited = await plain.send({ url: paths.invitations, form });
      expect(invited.json()).toMatchObject({ is_sent: false, link: expect.stringContaining('/join#') });
      const asked = await plain.send({ url: paths.passwordLinks, form: { Email: owner.Email }, by: null });
      expect(asked.statusCode).toBe(409);
      const offered = await plain.send({ url: paths.sessionProviders, by: null });
      expect(offered.json()).toMatchObject({ sends_password_links: false });
    } finally {
      await plain.close();
    }
  });

  it('MAIL_FROM without a relay or a public URL is a fault of the settings', () => {
    expect(() => readConfig({ MAIL_FROM: 'a@example.org' })).toThrow('together with SMTP_RELAY_URL');
    expect(() => readConfig({ MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM');
  });
});
