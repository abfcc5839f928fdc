/** `patchbay pull`, `push` and `status`: files of a folder and flows of a server. */

import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { canonicalText } from '#flow/canonical/canonical.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { exportFileName } from '#flow/import-export/export-definition.ts';
import { isObject } from '#flow/json/json.ts';
import { validate } from '#flow/validation/validate.ts';
import { type Command, CommandError, exitCodes, type Io } from './command.ts';
import { readFlowFile } from './flow-source.ts';
import { type Link, readLinks, writeLink } from './links.ts';
import { createServerClient, type ServerClient, ServerError } from './server-client.ts';

export const pull: Command = {
  name: 'pull',
  usage: '[FW… [FILE]] [--force]',
  means: 'write the newest revision of a flow, or of all flows of patchbay.json, to files',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false } },
    });
    const [sid, file] = positionals;
    const client = createServerClient(io.server());
    const links = readLinks(io.folder);
    if (sid === undefined && links.size === 0)
      throw new CommandError('Which flow? patchbay.json lists none yet: patchbay pull FW…');
    const wanted: [string | undefined, string][] =
      sid === undefined ? [...links].map(([name, link]) => [name, link.sid]) : [[file, sid]];
    let code: number = exitCodes.ok;
    for (const [name, flow] of wanted)
      code = Math.max(code, await pullOne(client, io, name, flow, values.force));
    return code;
  },
};

export const push: Command = {
  name: 'push',
  usage: 'FILE… [--publish] [--message TEXT] [--dry-run]',
  means: 'save files as new revisions, refused when the server has newer ones',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        publish: { type: 'boolean', default: false },
        message: { type: 'string' },
      },
    });
    if (positionals.length === 0) throw new CommandError('Which file?');
    const client = createServerClient(io.server());
    const status = values.publish ? 'published' : 'draft';
    let code: number = exitCodes.ok;
    for (const file of positionals) {
      const options = { status, message: values.message, isDryRun: values['dry-run'] } as const;
      code = Math.max(code, await pushOne(client, io, file, options));
    }
    return code;
  },
};

export const status: Command = {
  name: 'status',
  usage: '',
  means:
    'which files of patchbay.json and which flows of the server have changed; exit code 1 when some have',
  async run(args, io) {
    parseArgs({ args });
    const client = createServerClient(io.server());
    let code: number = exitCodes.ok;
    for (const [file, link] of readLinks(io.folder)) {
      const { revision } = await client.fetchFlow(link.sid);
      const isChanged = existsSync(join(io.folder, file))
        ? await hasLocalChanges(client, io, file, link)
        : null;
      const parts = [
        isChanged === null ? 'file is missing' : isChanged ? 'changed here' : null,
        revision === link.revision ? null : `revision ${revision} on the server, ${link.revision} here`,
      ].filter((part) => part !== null);
      if (parts.length > 0) code = exitCodes.found;
      io.out(
        `${file}  ${link.sid}  ${parts.length === 0 ? `in sync at revision ${revision}` : parts.join(', ')}\n`,
      );
    }
    return code;
  },
};

async function pullOne(
  client: ServerClient,
  io: Io,
  name: string | undefined,
  sid: string,
  isForced: boolean,
): Promise<number> {
  const flow = await client.fetchFlow(sid);
  const file = name ?? exportFileName(flow.friendly_name);
  const link = readLinks(io.folder).get(file);
  if (!isForced && existsSync(join(io.folder, file))) {
    if (link === undefined || link.sid !== sid)
      return refuse(io, `${file} exists and is not linked to ${sid}: patchbay pull ${sid} ${file} --force`);
    if (await hasLocalChanges(client, io, file, link))
      return refuse(io, `${file} has changes that are not on the server: push them, or pull with --force.`);
  }
  writeFileSync(join(io.folder, file), canonicalText(requireDefinition(flow.definition, sid)));
  writeLink(io.folder, file, { sid, revision: flow.revision });
  io.out(`${file} is revision ${flow.revision} of ${sid}\n`);
  return exitCodes.ok;
}

type PushOptions = { status: 'draft' | 'published'; message: string | undefined; isDryRun: boolean };

async function pushOne(
  client: ServerClient,
  io: Io,
  file: string,
  { status: wanted, message, isDryRun }: PushOptions,
): Promise<number> {
  const definition = readFlowFile(file, io);
  const errors = validate(definition).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return refuse(io, `${file}: ${errors.map((error) => error.message).join(' ')}`);
  const link = readLinks(io.folder).get(file);
  const text = JSON.stringify(definition);
  if (link === undefined) {
    if (isDryRun) {
      io.out(`${file} would be a new flow\n`);
      return exitCodes.ok;
    }
    const name = basename(file).replace(/\.json$/, '');
    const form = { FriendlyName: name, Status: wanted, Definition: text, Source: 'cli' as const };
    const created = await client.createFlow(form);
    return pushed(io, file, created);
  }
  const newest = await client.fetchFlow(link.sid);
  const { changes } = diff(requireDefinition(newest.definition, link.sid), definition);
  const isPublish = wanted === 'published' && newest.status !== 'published';
  if (changes.length === 0 && !isPublish) {
    io.out(`${file} is revision ${newest.revision} already\n`);
    return exitCodes.ok;
  }
  if (isDryRun) {
    io.out(`${file}: ${changes.map((change) => change.text).join('\n  ') || 'would be published'}\n`);
    return newest.revision === link.revision ? exitCodes.ok : refuseStale(io, file, link, newest.revision);
  }
  try {
    const form = {
      Status: wanted,
      Definition: text,
      CommitMessage: message ?? summarizeChanges(changes),
      BaseRevision: link.revision,
      Source: 'cli' as const,
    };
    return pushed(io, file, await client.updateFlow(link.sid, form));
  } catch (error) {
    const isStale = error instanceof ServerError && error.status === 409;
    if (!isStale) throw error;
    const details = error.problem?.details;
    const latest = isObject(details) ? Number(details.latest_revision) : newest.revision;
    return refuseStale(io, file, link, latest);
  }
}

function pushed(
  io: Io,
  file: string,
  { sid, revision, status: stored }: { sid: string; revision: number; status: string },
): number {
  writeLink(io.folder, file, { sid, revision });
  io.out(`${file} is revision ${revision} of ${sid} (${stored})\n`);
  return exitCodes.ok;
}

function refuseStale(io: Io, file: string, { sid, revision }: Link, latest: number): number {
  return refuse(
    io,
    `${file} is based on revision ${revision}, and the server is at ${latest}. See what changed with patchbay diff ${sid}@${revision} ${sid}@${latest}, then merge: patchbay merge ${sid}@${revision} ${file} ${sid}@${latest}`,
  );
}

function refuse(io: Io, sentence: string): number {
  io.error(`${sentence}\n`);
  return exitCodes.found;
}

/** Whether the file differs from the revision that it is based on. */
async function hasLocalChanges(client: ServerClient, io: Io, file: string, link: Link): Promise<boolean> {
  const { definition } = await client.fetchRevision(link.sid, String(link.revision));
  return canonicalText(readFlowFile(file, io)) !== canonicalText(requireDefinition(definition, link.sid));
}

function requireDefinition(definition: FlowDefinition | null, sid: string): FlowDefinition {
  if (definition === null) throw new CommandError(`The server sent no definition of ${sid}.`);
  return definition;
}
