/**
 * Several editors of one flow while the server is killed, or one of several processes on its database. Two of five follow the stream, one looks only now and then like
 * a hidden tab, one is offline for long, one reloads again and again; a program saves revisions.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FlowResource } from '#api/flows/schemas.ts';
import type { FlowEditPage } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { widgetIds } from '#flow/graph.ts';
import { samples } from '#flow/samples/samples.ts';
import { moreThan, settled } from '../kill/kills.ts';
import { ServerProcess } from '../kill/server-process.ts';
import { EditorClient, type ServerAddress } from './editor-client.ts';

const port = 21_700;
const account = `AC${'d'.repeat(32)}`;
const token = 'token-of-the-coedit-test';
const addressOf = (nth: number): ServerAddress => ({
  url: `http://127.0.0.1:${port + 2 * nth}`,
  authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
});
const server = addressOf(0);
const betweenKillsMs = 700;
/** Less often than a client may send: what is made offline has to arrive, too. */
const betweenEditsMs = 100;

/** How many edits there were, and what is wrong in the end: nothing, where none was lost or is there twice. */
export type CoeditResult = { made: number; acknowledged: number; problems: string[] };

/** Runs the editors on a new server with that environment, of so many processes, one of which is killed at a time. */
export async function editUnderKills(
  kills: number,
  environment: Record<string, string>,
  processes = 1,
): Promise<CoeditResult> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-coedit-'));
  const children = Array.from(
    { length: processes },
    (_, nth) =>
      new ServerProcess({
        PORT: String(port + 2 * nth),
        SMTP_PORT: String(port + 2 * nth + 1),
        DATA_DIR: folder,
        PATCHBAY_ACCOUNT_SID: account,
        PATCHBAY_AUTH_TOKEN: token,
        SECRET_KEY: 'the same for all processes',
        LOG_LEVEL: 'error',
        ...environment,
      }),
  );
  try {
    for (const child of children) await child.start();
    const flow = await createFlow();
    const clients = Array.from(
      { length: 5 },
      (_, at) => new EditorClient(`editor-${at}`, addressOf(at % processes), flow),
    );
    await Promise.all(clients.map((each) => each.open()));
    const stopping = { isDone: false };
    const work = [
      ...clients.map((client, at) => editUntil(client, at, stopping)),
      ...clients.slice(0, 2).map((client) => followUntil(client, stopping)),
      saveUntil(flow, stopping),
    ];
    const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged.size, 0);
    for (let nth = 0; nth < kills; nth += 1) {
      await moreThan(acknowledged, acknowledged() + 1);
      await wait(betweenKillsMs);
      const child = children[nth % processes];
      await child?.kill();
      await child?.start();
    }
    await wait(betweenKillsMs);
    stopping.isDone = true;
    for (const client of clients) client.stopFollowing();
    await Promise.all(work);
    return await compare(clients, flow);
  } finally {
    for (const child of children) await child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Edits all the time, and sends as the kind of its tab does. */
async function editUntil(client: EditorClient, kind: number, stopping: { isDone: boolean }): Promise<void> {
  for (let nth = 1; !stopping.isDone; nth += 1) {
    client.edit((definition) => change(definition, client.name, nth));
    if (nth % 13 === 0) client.undo();
    const isOffline = kind === 4 && nth % 30 < 20;
    const isHidden = kind === 3 && nth % 10 !== 0;
    if (!isOffline) await client.send();
    if (kind >= 2 && !isOffline && !isHidden) await client.catchUp().catch(() => {});
    if (kind === 2 && nth % 7 === 0) client.reload();
    await wait(betweenEditsMs);
  }
}

function change(definition: FlowDefinition, name: string, nth: number): FlowDefinition {
  const ids = widgetIds(definition);
  const widget = ids[(nth * 7) % ids.length] ?? '';
  const body = definition.states[(nth * 7) % ids.length]?.properties?.body;
  const text = typeof body === 'string' ? body : '';
  if (nth % 37 === 0) return addWidget(definition, 'send-message', { x: nth, y: nth }).definition;
  if (nth % 41 === 0) {
    const renamed = renameWidget(definition, widget, `${name}_${nth}`.replaceAll('-', '_'));
    return renamed.ok ? renamed.definition : definition;
  }
  if (nth % 3 === 0) return moveWidgets(definition, new Map([[widget, { x: nth, y: nth % 100 }]]));
  const at = (nth * 5) % (text.length + 1);
  return setProperty(
    definition,
    widget,
    'body',
    `${text.slice(0, at)}${nth % 10}${text.slice(at)}`.slice(-200),
  );
}

async function followUntil(client: EditorClient, stopping: { isDone: boolean }): Promise<void> {
  while (!stopping.isDone) {
    await client.follow().catch(() => {});
    await wait(100);
  }
}

/** A program that saves what it has read, now and then. */
async function saveUntil(flow: string, stopping: { isDone: boolean }): Promise<void> {
  const { authorization, url } = server;
  for (let nth = 1; !stopping.isDone; nth += 1) {
    await wait(500);
    try {
      const response = await fetch(url + paths.flow(flow), { headers: { authorization } });
      const { definition } = (await response.json()) as FlowResource;
      if (definition === null) continue;
      const Definition = JSON.stringify({ ...definition, description: `Saved ${nth} times` });
      await fetch(url + paths.flow(flow), {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ Status: 'draft', Definition }),
      });
    } catch {
      // The server is down.
    }
  }
}

async function compare(clients: readonly EditorClient[], flow: string): Promise<CoeditResult> {
  for (const client of clients) {
    // The limit of edits in a second lets some of them through at a time.
    await settled(async () => {
      while (client.state.pending.length > 0 && (await client.send())) await wait(20);
      return client.state.pending.length === 0;
    });
  }
  for (const client of clients) await client.catchUp();
  const ids: string[] = [];
  for (let after = 0; ; ) {
    const response = await fetch(`${server.url}${paths.edits(flow)}?After=${after}`, {
      headers: { authorization: server.authorization },
    });
    const { edits, seq } = (await response.json()) as FlowEditPage;
    ids.push(...edits.map(({ id }) => id));
    after = edits.at(-1)?.seq ?? seq;
    if (after >= seq) break;
  }
  const logged = new Set(ids);
  const acknowledged = clients.flatMap((client) => [...client.acknowledged]);
  const missing = acknowledged.filter((id) => !logged.has(id));
  const waiting = clients.flatMap(({ state }) => state.pending);
  const [first, ...rest] = [...new Set(clients.map(({ state }) => JSON.stringify(state.shown)))];
  const heads = await Promise.all(clients.map((client) => client.fetchCopy()));
  const other = heads.find(({ copy }) => JSON.stringify(copy) !== first);
  const problems = [
    ...(missing.length > 0 ? [`${missing.length} acknowledged edits are lost: ${missing.slice(0, 5)}`] : []),
    ...(logged.size < ids.length ? [`${ids.length - logged.size} edits are there twice`] : []),
    ...(waiting.length > 0 ? [`${waiting.length} edits could not be sent`] : []),
    ...(rest.length > 0 ? [`${rest.length + 1} different copies`] : []),
    ...(other === undefined
      ? []
      : [
          `the editors have another copy than a server, after edit ${clients.map(({ state }) => state.confirmed.seq)} and ${other.seq}: ${differenceOf(first ?? '', JSON.stringify(other.copy))}`,
        ]),
  ];
  return { made: ids.length, acknowledged: acknowledged.length, problems };
}

/** What the texts have around the place where they begin to differ. */
function differenceOf(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 100);
  return `${around(one)} instead of ${around(other)}`;
}

async function createFlow(): Promise<string> {
  const survey = samples.find(({ id }) => id === 'survey');
  const form = { FriendlyName: 'Shared', Status: 'draft', Definition: JSON.stringify(survey?.definition) };
  const response = await fetch(server.url + paths.flows, {
    method: 'POST',
    headers: { authorization: server.authorization },
    body: new URLSearchParams(form),
  });
  return ((await response.json()) as FlowResource).sid;
}
