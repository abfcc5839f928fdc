/** Templates that are copied and deleted a version at a time: seen whole or not at all, wherever that is cut off. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEventResource } from '#api/audit/operations.ts';
import { emailPaths } from '#api/email/paths.ts';
import type { Template } from '#api/email/templates.ts';
import { maxTemplateCharacters } from '#api/email/templates.ts';
import { paths } from '#api/paths.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { cutOffAfter } from '../../testing/cut-off.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import type { EmailCaller } from '../access/caller.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { deleteTemplate, duplicateTemplate, findSnapshot } from './service.ts';

describe.each(databaseKinds)('a large template, %s', (kind) => {
  let server: SendingServer;
  let caller: EmailCaller;
  beforeAll(async () => {
    server = await openSendingServer(kind);
    const account = server.account.account_sid;
    caller = { account, user: null, role: 'owner', region: 'global', access: 'full' };
  }, startTimeoutMs);
  afterAll(() => server.close());

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await server.call(method, path, body, basicAuthorization(server.account));
    expect(response.status, path).toBeLessThan(300);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  /** With three versions of a MB. */
  const make = async () => {
    const made = await call<Template>('POST', emailPaths.templates, { name: 'Large', generation: 'dynamic' });
    for (const name of ['A', 'B', 'C']) {
      const version = { name, subject: name, html_content: 'x'.repeat(1_000_000), plain_content: name };
      await call('POST', emailPaths.templateVersions(made.id), { ...version, test_data: '{"a":1}' });
    }
    return made.id;
  };
  const listed = async () => {
    const { result } = await call<{ result: Template[] }>(
      'GET',
      `${emailPaths.templates}?generations=dynamic&page_size=200`,
    );
    return result.map(({ id }) => id).sort();
  };
  const stored = async () => {
    const { read } = server.host.database;
    const templates = await read.selectFrom('email_templates').select('id').execute();
    const versions = await read.selectFrom('email_template_versions').select('id').execute();
    const jobs = await read.selectFrom('jobs').select('key').execute();
    return [templates.length, versions.length, jobs.length];
  };
  const cleared = async () => {
    server.advanceClock(120_000);
    await expect.poll(stored, { timeout: 20_000 }).toEqual([1, 3, 0]);
  };
  /** Has something happen before the nth write of a copy. */
  const interrupted = (nth: number, act: () => Promise<unknown>): ServiceContext => {
    let writes = 0;
    const { database } = server.host;
    return {
      ...server.host,
      database: {
        ...database,
        async write(work, sharing) {
          writes += 1;
          if (writes === nth) await act();
          return database.write(work, sharing);
        },
      },
    };
  };
  const remove = async () => {
    for (const id of await listed()) await call('DELETE', emailPaths.template(id));
    expect(await stored()).toEqual([0, 0, 0]);
  };

  it('is copied whole', async () => {
    const id = await make();
    const copy = await call<Template>('POST', emailPaths.template(id), { name: 'Copy' });
    expect(copy.versions.map(({ name, active, subject }) => [name, active, subject])).toEqual([
      ['A', 1, 'A'],
      ['B', 0, 'B'],
      ['C', 0, 'C'],
    ]);
    const [first] = copy.versions;
    expect(await call('GET', emailPaths.templateVersion(copy.id, first?.id ?? ''))).toMatchObject({
      ...{ html_content: 'x'.repeat(1_000_000), plain_content: 'A', test_data: '{"a":1}' },
    });
    expect(await stored()).toEqual([2, 6, 0]);
    await remove();
  });

  it('is not seen as a copy before it is whole, and is gone where it does not get there', async () => {
    const id = await make();
    for (let commits = 0; commits < 5; commits += 1) {
      const copying = duplicateTemplate(cutOffAfter(server.host, commits), caller, id, 'Copy');
      await expect(copying).rejects.toThrow('The process has ended.');
      expect(await listed()).toEqual([id]);
      expect(await stored()).toEqual(commits === 0 ? [1, 3, 0] : [2, 3 + Math.min(3, commits - 1), 1]);
      await cleared();
    }
    await remove();
  });

  it('is copied by one request of its account at a time, up to the limit of both', async () => {
    const id = await make();
    const { database } = server.host;
    const resize = (size: number) =>
      database.write((tx) => tx.updateTable('email_template_versions').set({ size }).execute());
    await resize(Math.floor(maxTemplateCharacters / 7));
    const copies = await Promise.allSettled(
      [1, 2, 3].map(() => duplicateTemplate(server.host, caller, id, 'C')),
    );
    expect(copies.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await stored()).toEqual([2, 6, 0]);
    const copy = (await listed()).find((each) => each !== id) ?? '';
    await call('DELETE', emailPaths.template(copy));
    // It grows while it is copied.
    const grown = interrupted(4, () => resize(Math.floor(maxTemplateCharacters / 5)));
    await expect(duplicateTemplate(grown, caller, id, 'C')).rejects.toThrow('characters together');
    expect(await listed()).toEqual([id]);
    await cleared();
    await remove();
  });

  it('is not copied where it is deleted meanwhile, and without a version that is', async () => {
    const id = await make();
    const [first] = (await call<Template>('GET', emailPaths.template(id))).versions;
    const without = interrupted(2, () => call('DELETE', emailPaths.templateVersion(id, first?.id ?? '')));
    const copy = await duplicateTemplate(without, caller, id, undefined);
    expect(copy).toMatchObject({ name: 'Large (copy)', versions: [{ name: 'B' }, { name: 'C' }] });
    await call('DELETE', emailPaths.template(copy.id));
    const gone = interrupted(4, () => call('DELETE', emailPaths.template(id)));
    await expect(duplicateTemplate(gone, caller, id, 'Copy')).rejects.toMatchObject({ kind: 'not-found' });
    expect(await listed()).toEqual([]);
    server.advanceClock(120_000);
    await expect.poll(stored, { timeout: 20_000 }).toEqual([0, 0, 0]);
  });

  it('is not shown as a copy that a worker has begun to delete', async () => {
    const id = await make();
    const late = interrupted(5, async () => {
      server.advanceClock(120_000);
      await expect.poll(stored, { timeout: 20_000 }).toEqual([1, 3, 0]);
    });
    await expect(duplicateTemplate(late, caller, id, 'Copy')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await listed()).toEqual([id]);
    await remove();
  });

  it('is gone at once where its deletion is cut off, and then in the database', async () => {
    const kept = await make();
    for (let commits = 0; commits < 4; commits += 1) {
      const id = await make();
      const deletion = deleteTemplate(cutOffAfter(server.host, commits), caller, id);
      if (commits === 0) {
        await expect(deletion).rejects.toThrow('The process has ended.');
        expect(await listed()).toEqual([id, kept].sort());
        await deleteTemplate(server.host, caller, id);
      } else await deletion;
      expect(await listed()).toEqual([kept]);
      expect(await findSnapshot(server.host, caller, id)).toBeNull();
      await expect(deleteTemplate(server.host, caller, id)).rejects.toMatchObject({ kind: 'not-found' });
      expect((await server.call('GET', emailPaths.template(id))).status).toBe(404);
      await cleared();
    }
    await remove();
  });

  it('has one event in the audit log for its copy, and one for its deletion', async () => {
    const id = await make();
    const copy = await call<Template>('POST', emailPaths.template(id), { name: 'Copy' });
    await call('DELETE', emailPaths.template(copy.id));
    const { events } = await call<{ events: AuditEventResource[] }>('GET', `${paths.auditEvents}?PageSize=2`);
    expect(events.map(({ operation, object_sid }) => [operation, object_sid])).toEqual([
      ['DeleteEmailTemplate', copy.id],
      ['DuplicateEmailTemplate', id],
    ]);
    await remove();
  });
});
