/** What the carrier of a flow's number cannot do: the designer says so at the widget, and a call leaves it as when it fails. */

import { paths } from '#api/paths.ts';
import { flowOf, widget } from '#server/flows/testing/flows.ts';
import { type PostTarget, post } from '#server/messaging/dialects/testing/call-through.ts';
import { jambonzCarrier } from '#server/messaging/dialects/testing/jambonz-carrier.ts';
import { StandIn } from '#server/messaging/dialects/testing/stand-in.ts';
import { expect, test } from '../account-fixtures.ts';
import { publish, widgetEvents } from '../carrier-flow.ts';
import { DesignerPage } from '../pages/designer.ts';

const number = '+15005550006';

const say = (name: string, text: string, next: string | null) =>
  widget('say-play', name, { say: text, loop: 1 }, { audioComplete: next });

const paying = flowOf(
  say('greet', 'Welcome', 'charge'),
  widget(
    'capture-payments',
    'charge',
    { payment_connector: 'Default', payment_amount: '10' },
    { success: 'thank', providerError: 'sorry' },
  ),
  say('thank', 'Thank you', null),
  say('sorry', 'Sorry, we take no cards here', null),
);

test('a payment through a carrier without payments', async ({ api, server, signedIn: page }) => {
  const carrier = await StandIn.start(jambonzCarrier);
  const flow = await publish(api, paying);
  const designer = new DesignerPage(page);

  // Nothing is known of a carrier yet.
  await designer.open(flow.sid);
  await expect(designer.card('charge')).toHaveAccessibleName(/no problems/);

  const form = { FriendlyName: 'Own PBX', Dialect: 'jambonz', BaseUrl: carrier.baseUrl };
  const added = await api.post(paths.carriers, { form: { ...form, ...jambonzCarrier.settings } });
  const { sid } = await added.json();
  await api.post(paths.addresses, { form: { Address: number, FlowSid: flow.sid, CarrierSid: sid } });

  // They come back from the window in which they added it.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const finding = 'The carrier “Own PBX” cannot do this: the widget is left as when it fails.';
  await expect(designer.card('charge')).toHaveAccessibleName(/1 warning/);
  await expect(designer.card('greet')).toHaveAccessibleName(/no problems/);
  await page.getByRole('button', { name: /^Validate/ }).click();
  const row = designer.problems.getByRole('link', { name: finding });
  await row.click();
  await expect(designer.nameField()).toHaveValue('charge');
  await expect(row).toHaveAttribute('aria-current');

  const target = {
    ctx: { clock: { now: Date.now } },
    async send(path: string, { body, headers }: { body: string; headers: Record<string, string> }) {
      const response = await fetch(server.url + path, { method: 'POST', body, headers });
      return { statusCode: response.status, body: await response.text() };
    },
  } as unknown as PostTarget;
  const call = { CallSid: 'call-1', From: '+15005550123', To: number, CallStatus: 'in-progress' };
  const heard: string[] = [];
  let url: string | null = flow.webhook_url;
  for (let documents = 0; url !== null && documents < 10; documents += 1) {
    const { statusCode, body } = await post({ server: target, carrier }, url, call);
    expect(statusCode, body).toBe(200);
    url = null;
    for (const item of jambonzCarrier.read(body)) {
      if (item.kind === 'say') heard.push(item.text);
      if (item.kind === 'go') url = item.url;
    }
  }
  expect(heard).toEqual(['Welcome', 'Sorry, we take no cards here']);
  const { executions } = await (await api.get(paths.executions(flow.sid))).json();
  const events = await widgetEvents(api, flow, executions[0].sid);
  expect(events).toEqual(['incomingCall', 'audioComplete', 'providerError', 'audioComplete']);
  carrier.stop();
});
