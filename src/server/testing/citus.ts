/** A Citus cluster for tests: a coordinator with two workers, and a distributed database that others are copied from. */

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { numberByClocks } from '../platform/database/continue-log-numbers.ts';
import { distributeDatabase, distributorName } from '../platform/database/distribute.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { shardGroups } from '../platform/database/schema/distribution.ts';
import { isWrittenAtNodes, runSql } from './postgres.ts';

/** URLs of the database `postgres` of each node, the coordinator's first. */
export type CitusNodes = readonly [string, ...string[]];

export type Citus = {
  nodes: CitusNodes;
  /** Ends a node at once; 0 is the coordinator. */
  kill(node: number): Promise<void>;
  boot(node: number): Promise<void>;
  /** Starts one more worker, without shards, for the database `patchbay`. */
  add(): Promise<void>;
  /** The process of a node from which its others are started. */
  processOf(node: number): number;
  stop(): Promise<void>;
};

const template = 'patchbay';
/** Few, as each test file copies all tables of them. */
const groups = 4;
/** Off while no test kills a node, as nothing has to outlive it then, and the disk is slow. */
const durability = ['fsync', 'synchronous_commit', 'full_page_writes'];
const settingAttempts = 200;
const settingPauseMs = 50;
const dropAttempts = 5;
/** object_in_use. */
const objectInUse = '55006';

/** The script that starts a cluster; outside of the checkout, or where TEST_CITUS_CLUSTER says. */
const script =
  process.env.TEST_CITUS_CLUSTER ??
  fileURLToPath(new URL('../../../../shared/citus/cluster', import.meta.url));

const defaultWorkers = 2;
/** Where nodes listen: below the ports that the system gives to connections, so that a node finds its own free when it comes back. */
const lowestPort = 22_000;
const ports = 10_000;

/** The server for which the extension was built; an earlier one does not load it. */
const postgres = '/usr/lib/postgresql/15/bin/postgres';
const neededMinor = 20;

/**
 * The cluster in the folder `given`, where one is up, or else one of its own.
 *
 * @throws when there is no script, or it starts none
 */
export async function startCitus(given: string): Promise<Citus> {
  if (existsSync(join(given, 'ports'))) {
    const running = nodesOf(given);
    await prepareTemplate(running);
    return { ...controlled(given, running), stop: async () => {} };
  }
  const citus = startNodes(given);
  await prepareTemplate(citus.nodes);
  return given === '' ? citus : { ...citus, stop: async () => {} };
}

/** Why no cluster can be started here; null where one can. */
export function citusIsMissing(): string | null {
  if (!existsSync(script)) return `there is no ${script}, which starts a Citus cluster`;
  const { stdout = '' } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const [, minor = '0'] = / 15\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(minor) >= neededMinor ? null : `${postgres} is not PostgreSQL 15.${neededMinor} or later`;
}

/**
 * A cluster in a folder, '' for one of its own. Its database `patchbay` is empty, and its nodes keep on disk what they acknowledge.
 *
 * @throws when there is no script, or it starts none
 */
export function startNodes(given = '', workers = defaultWorkers): Citus {
  const missing = citusIsMissing();
  if (missing !== null) throw new Error(missing);
  const folder = given === '' ? mkdtempSync(join(tmpdir(), 'patchbay-citus-')) : given;
  const port = String(lowestPort + randomInt(ports));
  execFileSync(script, ['up', folder, String(workers), port], { stdio: ['ignore', 'ignore', 'inherit'] });
  return controlled(folder, nodesOf(folder));
}

function controlled(folder: string, nodes: CitusNodes): Citus {
  const ask = async (...words: string[]) => void (await promisify(execFile)(script, words));
  return {
    nodes,
    kill: (node) => killNode(folder, node),
    boot: (node) => ask('start', folder, String(node)),
    add: () => ask('add', folder),
    processOf: (node) => postmasterOf(folder, node),
    async stop() {
      // What a node wrote last may come between the removal of its files and that of their folder.
      await ask('down', folder).catch(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    },
  };
}

function postmasterOf(folder: string, node: number): number {
  return Number.parseInt(readFileSync(lockFileOf(folder, node), 'utf8'), 10);
}

/** It begins with the id of the process that holds it. */
function lockFileOf(folder: string, node: number): string {
  return join(folder, `node${node}`, 'postmaster.pid');
}

/**
 * Ends all processes of a node at once, as a machine does that loses its power. (`pg_ctl stop -m immediate` asks them to end, and
 * has been seen to wait for one of them for longer than a minute.)
 */
async function killNode(folder: string, node: number): Promise<void> {
  const postmaster = postmasterOf(folder, node);
  // Stopped, it starts no more.
  process.kill(postmaster, 'SIGSTOP');
  const all = [...childrenOf(postmaster), postmaster];
  for (const each of all) sendKill(each);
  for (let attempt = 0; all.some((each) => parentOf(each) !== null); attempt += 1) {
    if (attempt === settingAttempts) throw new Error(`The processes of node ${postmaster} do not end.`);
    await new Promise((resolve) => setTimeout(resolve, settingPauseMs));
  }
  // While the system has not heard that its holder ended, the node would not start: a machine that was off has no such process.
  await rm(lockFileOf(folder, node));
}

function sendKill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    // It ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(id: number): number[] {
  const ids = readdirSync('/proc').map(Number);
  return ids.filter((each) => parentOf(each) === id);
}

/** Null for a process that has ended, if its parent has heard of it or not. */
function parentOf(id: number): number | null {
  try {
    // After the name, which is in parentheses: the state and the parent.
    const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
    return state === 'Z' || state === 'X' ? null : Number(parent);
  } catch {
    return null;
  }
}

function nodesOf(folder: string): CitusNodes {
  const [coordinator = '', ...workers] = readFileSync(join(folder, 'ports'), 'utf8')
    .split('\n')
    .filter((port) => port !== '')
    .map((port) => `postgres://postgres@127.0.0.1:${port}/postgres`);
  return [coordinator, ...workers];
}

async function prepareTemplate(nodes: CitusNodes): Promise<void> {
  if (await isPrepared(nodes[0])) return;
  await setDurability(nodes, 'off');
  await distributeOn(nodes, template, groups);
  await makeTemplate(nodes, template);
}

/** Migrates a database and distributes it, by default over as many groups as one of an operator. Gives its URL. */
export async function distributeOn(
  nodes: CitusNodes,
  name = template,
  groupCount = shardGroups,
): Promise<string> {
  const database = openPostgres(databaseOn(nodes[0], name, distributorName), 2);
  await migrate(database, 0);
  await distributeDatabase(database, undefined, groupCount);
  if (isWrittenAtNodes) await numberByClocks(database);
  await database.close();
  return databaseOn(nodes[0], name);
}

/** Has the nodes keep on disk what they acknowledge, as they do by default: before one of them is killed. */
export function makeDurable(nodes: CitusNodes): Promise<void> {
  return setDurability(nodes, 'on');
}

async function setDurability(nodes: CitusNodes, value: 'on' | 'off'): Promise<void> {
  for (const node of nodes) {
    for (const setting of durability) await runSql(node, `alter system set ${setting} = ${value}`);
    await runSql(node, 'select pg_reload_conf()');
    await waitForSettings(node, value);
  }
}

/** A server reads its settings some time after it was told to. */
async function waitForSettings(node: string, value: 'on' | 'off'): Promise<void> {
  const names = durability.map((name) => `'${name}'`).join(', ');
  const others = `select 1 / (count(*) = 0)::int from pg_settings where name in (${names}) and setting <> '${value}'`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runSql(node, others);
    } catch (error) {
      if (attempt === settingAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, settingPauseMs));
    }
  }
}

/** No one may connect to a template. */
async function isPrepared(coordinator: string): Promise<boolean> {
  const open = `select 1 / count(*) from pg_database where datname = '${template}' and not datallowconn`;
  return await runSql(coordinator, open).then(
    () => true,
    () => false,
  );
}

/** Has a distributed database copied from then on: no one can connect to it. */
export function makeTemplate(nodes: CitusNodes, name: string): Promise<void> {
  return onEachNode(
    nodes,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

/** Copies a distributed database, by default one that is empty but for what migrations insert. Gives its URL. */
export async function cloneDistributed(nodes: CitusNodes, name: string, from = template): Promise<string> {
  await onEachNode(nodes, `create database ${name} template ${from} strategy file_copy`);
  return databaseOn(nodes[0], name);
}

/** Makes an empty database with Citus on each node. Gives its URL. */
export async function createUndistributed(nodes: CitusNodes, name: string): Promise<string> {
  await onEachNode(nodes, `create database ${name}`);
  for (const node of nodes) await runSql(databaseOn(node, name), 'create extension citus');
  const url = databaseOn(nodes[0], name);
  await runSql(url, `select citus_set_coordinator_host('127.0.0.1', ${new URL(nodes[0]).port})`);
  for (const node of nodes.slice(1))
    await runSql(url, `select citus_add_node('127.0.0.1', ${new URL(node).port})`);
  // A coordinator alone has the shards itself.
  if (nodes.length === 1)
    await runSql(
      url,
      `select citus_set_node_property('127.0.0.1', ${new URL(nodes[0]).port}, 'shouldhaveshards', true)`,
    );
  return url;
}

export async function dropOnEachNode(nodes: CitusNodes, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onEachNode(nodes, `drop database if exists ${name} with (force)`);
    } catch (error) {
      // Citus connects again to what it maintains.
      if (attempt === dropAttempts || (error as { code?: string }).code !== objectInUse) throw error;
    }
  }
}

async function onEachNode(nodes: CitusNodes, ...statements: string[]): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      for (const statement of statements) await runSql(node, statement);
    }),
  );
}

function databaseOn(node: string, name: string, application?: string): string {
  const url = new URL(node);
  url.pathname = `/${name}`;
  if (application !== undefined) url.searchParams.set('application_name', application);
  return url.href;
}
