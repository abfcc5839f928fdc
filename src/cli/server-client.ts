/** The part of the flow API that the command line uses. */

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { parseEnv } from 'node:util';
import type { FlowForm } from '#api/flows/operations.ts';
import type { FlowPublishing } from '#api/flows/publishing.ts';
import type { FlowResource, FlowStatus, RevisionResource } from '#api/flows/schemas.ts';
import { type Page, pageSizeLimits } from '#api/operation/page-schema.ts';
import type { Problem } from '#api/operation/problem-responses.ts';
import { paths } from '#api/paths.ts';
import { CommandError, exitCodes, type ServerSettings } from './command.ts';
import { parseJson } from './parse-json.ts';

/** Time limit of a request, in seconds. */
const timeoutSeconds = 30;

export type FlowUpdate = Partial<FlowForm> & { Status: FlowStatus; BaseRevision?: number };

/** A response with an error status. `problem` is its body, where that is one. */
export class ServerError extends CommandError {
  readonly status: number;
  readonly problem: Problem | null;

  constructor(message: string, status: number, problem: Problem | null) {
    super(message, exitCodes.found);
    this.status = status;
    this.problem = problem;
  }
}

export type ServerClient = {
  fetchFlow(sid: string): Promise<FlowResource>;
  /** The state of a flow, which its documented resource does not have. */
  fetchPublishing(sid: string): Promise<FlowPublishing>;
  fetchRevision(sid: string, revision: string): Promise<RevisionResource>;
  createFlow(form: FlowForm): Promise<FlowResource>;
  updateFlow(sid: string, form: FlowUpdate): Promise<FlowResource>;
  fetch<Resource>(path: string): Promise<Resource>;
  /** All items of a list, page by page. */
  list<Item>(path: string): Promise<Item[]>;
  /** Fields that are undefined are left out, those with several values repeated. */
  post<Resource>(path: string, form: Record<string, FormValue>): Promise<Resource>;
  remove(path: string): Promise<void>;
  /** The body of a post as it comes; without a time limit, as long as it goes on. */
  stream(path: string, form: Record<string, FormValue>): Promise<Readable>;
};

export type FormValue = string | number | boolean | readonly string[] | undefined;

type Request = { method: 'GET' | 'POST' | 'DELETE'; form?: Record<string, FormValue> };

/** Its functions throw ServerError for error responses, CommandError when the server cannot be reached. */
export function createServerClient({ url, key }: ServerSettings): ServerClient {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`;
  const ask = (path: string, { method, form }: Request, signal: AbortSignal | null): Promise<Response> =>
    fetch(url.replace(/\/+$/, '') + path, {
      method,
      headers: { authorization },
      ...(form !== undefined && { body: formOf(form) }),
      signal,
    }).catch((error: unknown) => {
      const reason =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new CommandError(`The server at ${url} cannot be reached: ${reason}`, exitCodes.found);
    });
  const send = async <Resource>(path: string, wanted: Request = { method: 'GET' }): Promise<Resource> => {
    const response = await ask(path, wanted, AbortSignal.timeout(timeoutSeconds * 1000));
    const text = await response.text();
    const value = parseJson(text);
    if (response.ok && (value !== null || response.status === 204)) return value as Resource;
    throw errorOf(path, response.status, value);
  };
  const errorOf = (path: string, status: number, value: unknown) => {
    const problem = isProblem(value) ? value : null;
    return new ServerError(
      `${path}: ${problem?.message ?? `the server answered ${status}`}`,
      status,
      problem,
    );
  };
  return {
    fetchFlow: (sid) => send(paths.flow(sid)),
    fetchPublishing: (sid) => send(paths.flowPublishing(sid)),
    fetchRevision: (sid, revision) => send(paths.revision(sid, revision)),
    createFlow: (form) => send(paths.flows, { method: 'POST', form }),
    updateFlow: (sid, form) => send(paths.flow(sid), { method: 'POST', form }),
    fetch: (path) => send(path),
    async list<Item>(path: string) {
      const items: Item[] = [];
      for (let next: string | null = `${path}?PageSize=${pageSizeLimits.maximum}`; next !== null; ) {
        const page: Page<string, Item> = await send(next);
        items.push(...(page[page.meta.key] ?? []));
        const following: URL | null =
          page.meta.next_page_url === null ? null : URL.parse(page.meta.next_page_url);
        next = following === null ? null : path + following.search;
      }
      return items;
    },
    post: (path, form) => send(path, { method: 'POST', form }),
    remove: (path) => send(path, { method: 'DELETE' }),
    async stream(path, form) {
      const response = await ask(path, { method: 'POST', form }, null);
      if (response.ok && response.body !== null) return Readable.fromWeb(response.body as ReadableStream);
      throw errorOf(path, response.status, parseJson(await response.text()));
    },
  };
}

function formOf(form: Record<string, FormValue>): URLSearchParams {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [name, String(each)]),
  );
  return new URLSearchParams(pairs);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'message' in value && 'code' in value;
}

const names = { url: 'PATCHBAY_URL', key: 'PATCHBAY_KEY' } as const;

/**
 * Each value is taken from the environment, else from the configuration file, whose lines are `PATCHBAY_URL=…` and
 * `PATCHBAY_KEY=…`.
 *
 * @throws CommandError that says what is missing and where it belongs
 */
export function serverSettings(environment: Record<string, string | undefined>): ServerSettings {
  const file = join(environment.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'patchbay');
  const stored = readSettings(file);
  const url = environment[names.url] ?? stored[names.url];
  const key = environment[names.key] ?? stored[names.key];
  if (url === undefined || key === undefined) {
    const missing = [url === undefined ? names.url : null, key === undefined ? names.key : null];
    throw new CommandError(
      `${missing.filter((name) => name !== null).join(' and ')} not set: in the environment or in ${file}, as PATCHBAY_URL=http://127.0.0.1:4000 and PATCHBAY_KEY=SID:SECRET.`,
    );
  }
  if (!/^https?:\/\//.test(url)) throw new CommandError(`${names.url} must begin with http:// or https://.`);
  if (!/^[A-Z]{2}[0-9a-fA-F]{32}:.+$/.test(key))
    throw new CommandError(
      `${names.key} must be an account SID and its auth token, an API key or a personal token: SID:SECRET.`,
    );
  return { url, key };
}

function readSettings(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    // There need not be one; what is missing is said above, with the name of the file.
    return {};
  }
}
