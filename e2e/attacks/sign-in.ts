/** Attempts to get in as a person: who there is by the time of an answer, a session that was stolen or planted, another site. */

import { Secret, TOTP } from 'otpauth';
import type { RunningServer } from '../server.ts';
import { startServer } from '../server.ts';
import type { Attack, AttackResult } from './attack.ts';

const person = { Name: 'First Owner', Email: 'owner@people.example', Password: 'violet harbour ladder 7' };

type Sent = {
  path: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  method?: string;
};

async function send({ url }: RunningServer, { path, form, headers = {}, method }: Sent) {
  const response = await fetch(url + path, {
    method: method ?? (form === undefined ? 'GET' : 'POST'),
    headers: { origin: url, ...headers },
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  const [cookie] = response.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : {}, cookie };
}

/** A server of its own behind a proxy that names the client, with an owner; `work` gets the cookie of a sign-in. */
async function withOwner(
  work: (server: RunningServer, cookie: string) => Promise<AttackResult>,
): Promise<AttackResult> {
  const server = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  try {
    const { sid, token } = server.account;
    const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
    await send(server, { path: '/v1/FirstOwner', form: person, headers: { authorization } });
    const { cookie = '' } = await send(server, { path: '/session', form: credentials() });
    return await work(server, cookie);
  } finally {
    await server.stop();
  }
}

const credentials = (more: Record<string, string> = {}) => ({
  Email: person.Email,
  Password: person.Password,
  ...more,
});

const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

const timing: Attack = {
  name: 'the time of a wrong password, to learn whether there is such a person',
  expects: 'the same within a quarter, over 30 of each in turn',
  attempt: () =>
    withOwner(async (server) => {
      const times: Record<string, number[]> = { [person.Email]: [], 'nobody@people.example': [] };
      for (let round = 0; round < 30; round += 1) {
        for (const [Email, taken] of Object.entries(times)) {
          const headers = { 'x-forwarded-for': `198.51.100.${round}` };
          const form = credentials({ Email, Password: `wrong password ${round}` });
          const began = performance.now();
          const { status } = await send(server, { path: '/session', form, headers });
          if (status !== 401) return { stopped: false, seen: `answered ${status}` };
          taken.push(performance.now() - began);
        }
      }
      const [known = 0, unknown = 0] = Object.values(times).map(median);
      const ratio = known / unknown;
      return {
        stopped: ratio > 0.75 && ratio < 1.25,
        seen: `${known.toFixed(0)} ms for a person, ${unknown.toFixed(0)} ms for nobody`,
      };
    }),
};

const rotation: Attack = {
  name: 'a stolen session cookie, after the password or the second factor was changed',
  expects: '401 with the old cookie, 200 with the new one',
  attempt: () =>
    withOwner(async (server, stolen) => {
      const me = (cookie: string) => send(server, { path: '/v1/Me', headers: { cookie } });
      const change = { CurrentPassword: person.Password, Password: 'another quiet harbour' };
      const changed = await send(server, { path: '/v1/Me', form: change, headers: { cookie: stolen } });
      const second = changed.cookie ?? '';
      const { json } = await send(server, {
        ...{ path: '/v1/Me/SecondFactor', method: 'POST', headers: { cookie: second } },
      });
      const Code = new TOTP({ secret: Secret.fromBase32(json.secret) }).generate();
      const enabled = await send(server, {
        ...{ path: '/v1/Me/SecondFactor/Confirmation', form: { Code }, headers: { cookie: second } },
      });
      const third = enabled.cookie ?? '';
      const seen = [await me(stolen), await me(second), await me(third)].map(({ status }) => status);
      return { stopped: seen.join() === '401,401,200', seen: seen.join(', ') };
    }),
};

const fixation: Attack = {
  name: 'a session cookie that was planted before the sign-in',
  expects: 'another cookie, and 401 with the planted one',
  attempt: () =>
    withOwner(async (server) => {
      const planted = `patchbay_session=${'0123456789abcdef'.repeat(2)}`;
      const headers = { cookie: planted };
      const { cookie } = await send(server, { path: '/session', form: credentials(), headers });
      const { status } = await send(server, { path: '/v1/Me', headers });
      return {
        stopped: status === 401 && cookie !== undefined && cookie !== planted,
        seen: `${cookie === planted ? 'the same' : 'another'} cookie, ${status}`,
      };
    }),
};

const otherSite: Attack = {
  name: 'requests with the cookie from the page of another site',
  expects: '403 for each that changes something',
  attempt: () =>
    withOwner(async (server, cookie) => {
      const headers = { cookie, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
      const tried: Sent[] = [
        { path: '/v1/Invitations', form: { Email: 'x@people.example', Role: 'owner' } },
        { path: '/v1/Me', form: { Name: 'Other' } },
        { path: '/v1/Me/SecondFactor', method: 'POST' },
        { path: '/v1/Me/Account', form: { AccountSid: server.account.sid } },
        { path: '/v1/Me/Confirmation', form: { Password: person.Password } },
        { path: '/session', form: credentials() },
        { path: '/session', method: 'DELETE' },
        { path: '/session/passkey/options', method: 'POST' },
      ];
      const seen: number[] = [];
      for (const each of tried) seen.push((await send(server, { ...each, headers })).status);
      return { stopped: seen.every((status) => status === 403), seen: seen.join(', ') };
    }),
};

export const signInAttacks: readonly Attack[] = [timing, rotation, fixation, otherSite];
