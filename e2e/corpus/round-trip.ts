/** A real flow sent through a real server: what is sound comes back as it went in, what is broken is refused whole. */

import { paths } from '#api/paths.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import type { RunningServer } from '../server.ts';
import type { Result } from './check-flow.ts';

export const serverHeads = ['stored'];

/** Sends the file as a draft, reads it back, and takes it away again. `isBroken` is what INDEX.md says. */
export async function roundTrip(text: string, isBroken: boolean, server: RunningServer): Promise<Result> {
  const opened = readDefinition(text);
  if (!opened.ok) return { cells: [''], passed: 0, failures: [] };
  const sent = JSON.stringify(opened.definition);
  const created = await request(server, paths.flows, {
    FriendlyName: 'corpus',
    Status: 'draft',
    Definition: sent,
  });
  if (isBroken) {
    const refused = created.status === 400 && created.body.code === 81022;
    return refused
      ? { cells: ['refused'], passed: 1, failures: [] }
      : { cells: [''], passed: 0, failures: [`answered ${created.status} and not 400 with 81022`] };
  }
  if (created.status !== 201) {
    return {
      cells: ['no'],
      passed: 0,
      failures: [`answered ${created.status}: ${JSON.stringify(created.body)}`],
    };
  }
  const fetched = await request(server, paths.flow(created.body.sid));
  await request(server, paths.flow(created.body.sid), null);
  return jsonEqual(fetched.body.definition, JSON.parse(sent))
    ? { cells: ['yes'], passed: 1, failures: [] }
    : { cells: ['changed'], passed: 0, failures: ['is changed by saving and fetching'] };
}

/** GET without `form`, DELETE with null. */
async function request({ url, account }: RunningServer, path: string, form?: Record<string, string> | null) {
  const credentials = Buffer.from(`${account.sid}:${account.token}`).toString('base64');
  const answer = await fetch(`${url}${path}`, {
    method: form === null ? 'DELETE' : form === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${credentials}` },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
