/** `patchbay pull`, `push` and `status`: files of a folder and flows of a server. */

import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { FlowPublishing } from '#api/flows/publishing.ts';
import { canonicalText } from '#flow/canonical/canonical.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { exportFileName } from '#flow/import-export/export-definition.ts';
import { isObject } from '#flow/json/json.ts';
import { validate } from '#flow/validation/validate.ts';
import { type Command, CommandError, exitCodes, type Io } from './command.ts';
import { isRevision, readFlowFile, writeText } from './flow-source.ts';
import { type Link, linkOf, readLinks, writeLink } from './links.ts';
import { mergeIntoFile } from './merge.ts';
import { createServerClient, type ServerClient, ServerError } from './server-client.ts';

export const pull: Command = {
  name: 'pull',
  usage: '[FW… [FILE] | FILE…] [--merge | --force]',
  means:
    'write the newest revision of a flow, or of all flows of patchbay.json, to files; --merge keeps what changed in them, --force does not',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        force: { type: 'boolean', default: false },
        merge: { type: 'boolean', default: false },
      },
    });
    if (values.force && values.merge) throw new CommandError('Either --merge or --force.');
    const client = createServerClient(io.server());
    const mode = values.force ? 'force' : values.merge ? 'merge' : 'refuse';
    let code: number = exitCodes.ok;
    for (const [file, sid] of wantedFlows(positionals, io))
      code = Math.max(code, await pullOne(client, io, file, sid, mode));
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
    for (const [file, link] of linkedFiles(io)) {
      const { revision, ...flow } = await client.fetchPublishing(link.sid);
      const isChanged = existsSync(resolve(io.folder, file))
        ? await hasLocalChanges(client, io, file, link)
        : null;
      const parts = [
        isChanged === null ? 'file is missing' : isChanged ? 'changed here' : null,
        revision === link.revision ? null : `revision ${revision} on the server, ${link.revision} here`,
      ].filter((part) => part !== null);
      if (parts.length > 0) code = exitCodes.found;
      const inSync = `in sync at revision ${revision}`;
      io.out(`${file}  ${link.sid}  ${parts.join(', ') || inSync}; ${stateText(flow)}\n`);
    }
    return code;
  },
};

/** The files of `patchbay.json`, named relative to the folder of the call. @throws CommandError when there are none */
function linkedFiles(io: Io): [string, Link][] {
  const { folder, flows } = readLinks(io.folder);
  if (flows.size === 0)
    throw new CommandError(
      'Which flow? There is no patchbay.json here that lists one. Fetch a flow by its SID: npx patchbay pull FW…',
    );
  return [...flows].map(([name, link]) => [relative(io.folder, join(folder, name)), link]);
}

/** Which flow goes to which file; an absent file is named for the flow. */
function wantedFlows(positionals: readonly string[], io: Io): [string | undefined, string][] {
  const [first, file, ...more] = positionals;
  if (first === undefined) return linkedFiles(io).map(([name, { sid }]) => [name, sid]);
  if (isRevision(first)) {
    if (more.length > 0) throw new CommandError('A flow goes to one file: npx patchbay pull FW… FILE');
    return [[file, first]];
  }
  return positionals.map((name) => {
    const link = linkOf(io.folder, name);
    if (link === undefined)
      throw new CommandError(`${name} is linked to no flow: npx patchbay pull FW… ${quoted(name)}`);
    return [name, link.sid];
  });
}

/** What happens to a file that has changes: it stays, they are merged, or they are lost. */
type PullMode = 'refuse' | 'merge' | 'force';

/** The state of the flow on the server, whose working copy has edits that are in no revision yet. */
function stateText({
  state,
  published_revision,
  unpublished_changes,
}: Omit<FlowPublishing, 'revision'>): string {
  switch (state) {
    case 'draft':
      return 'never published';
    case 'published':
      return `published ${published_revision}`;
    case 'changed': {
      const count = unpublished_changes ?? 0;
      return `published ${published_revision}, ${count} ${count === 1 ? 'change' : 'changes'} not published`;
    }
  }
}

async function pullOne(
  client: ServerClient,
  io: Io,
  name: string | undefined,
  sid: string,
  mode: PullMode,
): Promise<number> {
  const flow = await client.fetchFlow(sid);
  const file = name ?? exportFileName(flow.friendly_name);
  const link = linkOf(io.folder, file);
  if (mode !== 'force' && existsSync(resolve(io.folder, file))) {
    if (link === undefined || link.sid !== sid)
      return refuse(
        io,
        `${file} exists and is not linked to ${sid}. To overwrite it: npx patchbay pull ${sid} ${quoted(file)} --force`,
      );
    if (await hasLocalChanges(client, io, file, link)) {
      if (mode === 'merge') return mergeNewest(io, file, link, flow.revision);
      return refuse(
        io,
        `${file} has changes that are not on the server. Push them, keep them with pull --merge, or give them up with pull --force.`,
      );
    }
  }
  writeText(file, canonicalText(requireDefinition(flow.definition, sid)), io);
  writeLink(io.folder, file, { sid, revision: flow.revision });
  io.out(`${file} is revision ${flow.revision} of ${sid}\n`);
  return exitCodes.ok;
}

async function mergeNewest(io: Io, file: string, { sid, revision }: Link, newest: number): Promise<number> {
  if (newest === revision) {
    io.out(`${file} is based on revision ${newest}, the newest: push its changes.\n`);
    return exitCodes.ok;
  }
  const code = await mergeIntoFile(`${sid}@${revision}`, file, `${sid}@${newest}`, io);
  if (code === exitCodes.ok) {
    io.out(`${file} has its own changes and those of revision ${newest}: push them.\n`);
    return code;
  }
  return refuse(
    io,
    `${file} has both sides of each conflict, between lines that begin with <<<<<<< and >>>>>>>. Keep one of them, then push.`,
  );
}

type PushOptions = { status: 'draft' | 'published'; message: string | undefined; isDryRun: boolean };

async function pushOne(
  client: ServerClient,
  io: Io,
  file: string,
  { status: wanted, message, isDryRun }: PushOptions,
): Promise<number> {
  const again = [
    `npx patchbay push ${quoted(file)}`,
    ...(wanted === 'published' ? ['--publish'] : []),
    ...(message === undefined ? [] : ['--message', quoted(message)]),
  ].join(' ');
  const definition = readFlowFile(file, io);
  const errors = validate(definition).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return refuse(io, `${file}: ${errors.map((error) => error.message).join(' ')}`);
  const link = linkOf(io.folder, file);
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
    return newest.revision === link.revision
      ? exitCodes.ok
      : refuseStale(io, file, link, newest.revision, again);
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
    return refuseStale(io, file, link, latest, again);
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

/** `again` is the call that was refused. */
function refuseStale(io: Io, file: string, { sid, revision }: Link, latest: number, again: string): number {
  const lines = [
    `${file} is based on revision ${revision}, and the server is at ${latest}. Nothing was saved.`,
    `See what changed there:  npx patchbay diff ${sid}@${revision} ${sid}@${latest}`,
    `Merge it into the file:  npx patchbay pull --merge ${quoted(file)}`,
    `Then push again:         ${again}`,
  ];
  return refuse(io, lines.join('\n'));
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

/** An argument as a POSIX shell takes it. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
