/** Suppression lists as CSV files, over HTTP. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxImportedRows, type SuppressionImport } from '#api/email/suppression-files.ts';
import { paths } from '#api/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';

describe.each(databaseKinds)('a suppression list as a CSV file on %s', (kind) => {
  let server: SendingServer;
  beforeAll(async () => {
    server = await openSendingServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const as = () => basicAuthorization(server.account);
  const importCsv = (list: string, Csv: string) =>
    server.call('POST', paths.suppressionImport(list), { Csv }, as());
  const imported = async (list: string, csv: string) => {
    const response = await importCsv(list, csv);
    expect(response.status).toBe(200);
    return (await response.json()) as SuppressionImport;
  };
  const exported = async (list: string, query = '') =>
    (await server.call('GET', `${paths.suppressionExport(list)}${query}`, undefined, as())).text();

  it('has its good rows imported, the bad ones listed by line, and nothing twice', async () => {
    const csv = [
      'status,reason,email,created',
      '5.1.1,"No such user, gone",Gone@reader.test,1700000000',
      ',,not an address,',
      ',,,',
      '5.1.1,again,gone@reader.test,1700000001',
      ',,late@reader.test,2999-01-01',
      'bad,,odd@reader.test,',
      ",'=1+1,formula@reader.test,2023-11-14T22:13:21Z",
      '"open,,x@reader.test',
    ].join('\r\n');
    const result = await imported('bounces', csv);
    expect(result).toEqual({
      ...{ imported: 2, known: 1, rejected_count: 4 },
      rejected: [
        { line: 3, problem: 'no_address', text: 'not an address' },
        { line: 6, problem: 'bad_time', text: '2999-01-01' },
        { line: 7, problem: 'bad_status', text: 'bad' },
        { line: 9, problem: 'open_quote', text: '"open, , x@reader.test' },
      ],
    });
    expect(await imported('bounces', csv)).toMatchObject({ imported: 0, known: 3 });
    const file = await exported('bounces');
    expect(file).toBe(
      'email,created,reason,status\r\n' +
        'gone@reader.test,2023-11-14T22:13:20.000Z,"No such user, gone",5.1.1\r\n' +
        "formula@reader.test,2023-11-14T22:13:21.000Z,'=1+1,\r\n",
    );
    expect(await imported('bounces', file)).toMatchObject({ imported: 0, known: 2, rejected_count: 0 });
    expect(await imported('blocks', file)).toMatchObject({ imported: 2, known: 0 });
    expect(await exported('blocks')).toBe(file);
  });

  it('may be a column of addresses, longer than a page', async () => {
    const addresses = Array.from({ length: 1_501 }, (_, at) => `reader${at}@many.test`);
    expect(await imported('unsubscribes', addresses.join('\n'))).toMatchObject({ imported: 1_501 });
    const lines = (await exported('unsubscribes')).trim().split('\r\n');
    expect(new Set(lines.slice(1).map((line) => line.split(',')[0]))).toEqual(new Set(addresses));
    expect(lines).toHaveLength(1_502);
    expect((await exported('unsubscribes', '?Region=eu')).trim().split('\r\n')).toHaveLength(1);
  });

  it('is refused where it is too long, or of no list', async () => {
    const long = await importCsv('bounces', '\n'.repeat(maxImportedRows + 1));
    expect([long.status, await long.text()]).toEqual([400, expect.stringContaining('Csv')]);
    expect((await importCsv('groups', 'a@b.test')).status).toBeGreaterThanOrEqual(400);
    expect((await importCsv('bounces', '')).status).toBe(400);
  });
});
