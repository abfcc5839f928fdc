import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNameServer, type TestNameServer } from '../../testing/name-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { sendNotice } from './notice-service.ts';
import { closeRelayConnections, directDeliveryOf } from './relay.ts';

describe.each(databaseKinds)('sending without a relay, %s', (kind) => {
  let exchanger: SmtpRelay;
  let names: TestNameServer;
  let mail: SendingServer;
  beforeAll(async () => {
    exchanger = await openSmtpRelay();
    names = await openNameServer({
      'reader.test': { mx: [[10, 'mx.reader.test']] },
      'mx.reader.test': { a: ['127.0.0.1'] },
      'nothing.test': { mx: [[0, '']] },
      'inside.test': { a: ['10.1.2.3'] },
    });
    mail = await openSendingServer(kind, { SMTP_DELIVERY: 'direct', OUTBOUND_ALLOW: '127.0.0.1' });
    Object.assign(directDeliveryOf(mail.host).options, {
      ...{ dns: { servers: [names.address], timeout_ms: 1_000 }, port: exchanger.port },
    });
  }, startTimeoutMs);
  afterAll(async () => {
    closeRelayConnections(mail.host);
    await mail.close();
    await names.close();
    await exchanger.close();
  });

  it('delivers to the mail exchanger of the recipient', async () => {
    const id = await mail.send('kim@reader.test');
    const [, delivered] = await mail.waitForEvents(id, ['processed', 'delivered']);
    expect(delivered).toMatchObject({ tls: 0 });
    expect(exchanger.messages).toMatchObject([{ sender: 'shop@sender.test', recipient: 'kim@reader.test' }]);
  });

  it('records a bounce of a domain that accepts no email', async () => {
    const [, bounce] = await mail.waitForEvents(await mail.send('kim@nothing.test'), ['processed', 'bounce']);
    const refused = { status: '5.1.10', type: 'bounce', bounce_classification: 'Invalid Address' };
    expect(bounce).toMatchObject({ ...refused, reason: expect.stringContaining('null MX') });
  });

  it('defers what would go to a private address', async () => {
    const id = await mail.send('kim@inside.test');
    const [, deferred] = await mail.waitForEvents(id, ['processed', 'deferred']);
    expect(deferred).toMatchObject({
      response: expect.stringContaining('inside.test is not a public address'),
    });
  });

  it('sends notices the same way', async () => {
    const notice = { id: 'n1', from: 'a@sender.test', to: 'ops@reader.test', subject: 'Hi', text: 'Hello' };
    expect(await sendNotice(mail.host, notice)).toMatchObject({ kind: 'delivered' });
  });
});
