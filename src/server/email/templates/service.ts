/** Templates of emails: one of the versions of each is active, which is the one that is sent. */

import {
  maxTemplateCharacters,
  maxTemplates,
  maxTemplateVersions,
  type NewTemplateVersion,
  type TemplateVersionChange,
} from '#api/email/templates.ts';
import { parseTemplate, TemplateSyntaxError } from '#flow/handlebars/parse.ts';
import { outsideRecording } from '../../platform/audit/recording.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { JobRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { handlePieces, type Piece, restOf, writeInPieces } from '../../platform/jobs/pieces.ts';
import { completeJob, enqueueClaimedJob, rescheduleJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import { type FieldError, invalidField, invalidFields } from '../validation/field-error.ts';
import { newUuid } from '../webhook-security/uuid.ts';
import * as rows from './store.ts';

export type VersionRow = rows.EmailTemplateVersionRow;
export type VersionSummaryRow = rows.VersionSummaryRow;
export type TemplateWithVersions = rows.EmailTemplateRow & { versions: rows.VersionSummaryRow[] };

/** @throws Refusal for a legacy template, and beyond the most templates */
export async function createTemplate(
  ctx: ServiceContext,
  caller: EmailCaller,
  { name, generation = 'legacy' }: { name: string; generation?: 'legacy' | 'dynamic' },
): Promise<TemplateWithVersions> {
  if (generation !== 'dynamic') {
    const help = 'Send generation as dynamic: there are no legacy templates.';
    throw invalidField('generation', 'generation must be dynamic', help);
  }
  return ctx.database.write(async (tx) => {
    const row = await insertTemplate(ctx, tx, caller, { name, size: 0, deleted_at: null });
    return { ...row, versions: [] };
  });
}

/** A page of templates, and where the next and the one before begin. @throws Refusal for a token of no page */
export async function listTemplates(
  ctx: ServiceContext,
  caller: EmailCaller,
  { page_size: limit = 200, page_token: token = '0' }: { page_size?: number; page_token?: string },
): Promise<{
  templates: TemplateWithVersions[];
  count: number;
  next: string | null;
  previous: string | null;
}> {
  // There are few templates, so a position is good enough.
  if (!/^\d{1,4}$/.test(token)) {
    throw invalidField('page_token', 'page_token is of no page', 'Take it from next or prev of a page.');
  }
  const offset = Number(token);
  const db = ctx.database.read;
  const count = await rows.countTemplates(db, caller);
  const templates = await withVersions(db, await rows.listTemplates(db, caller, { limit, offset }));
  return {
    ...{ templates, count },
    next: offset + limit < count ? String(offset + limit) : null,
    previous: offset > 0 ? String(Math.max(0, offset - limit)) : null,
  };
}

/** @throws Refusal when there is none */
export async function fetchTemplate(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<TemplateWithVersions> {
  return requireTemplate(ctx.database.read, caller, id);
}

/** @throws Refusal when there is none */
export async function renameTemplate(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  name: string,
): Promise<TemplateWithVersions> {
  return ctx.database.write(async (tx) => {
    if (!(await rows.changeTemplate(tx, caller, id, { name, updated_at: ctx.clock.now() }))) throw notFound();
    return requireTemplate(tx, caller, id);
  });
}

/** @throws Refusal when there is none */
export async function deleteTemplate(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  await writeInPieces(ctx, deletionOf(caller, id), {
    async decide(tx) {
      const deleted = await rows.changeTemplate(tx, caller, id, { deleted_at: ctx.clock.now() });
      if (deleted === undefined) throw notFound();
    },
    piece: deletionPiece(id),
  });
}

const deletionOf = ({ account }: EmailCaller, id: string) => ({
  ...{ kind: 'template-deletion' as const, key: `template-deletion:${id}`, account },
  payload: JSON.stringify({ template: id }),
});

/** A version of some MB at a time. */
const deletionPiece =
  (id: string): Piece<true> =>
  async (tx) => {
    const bytes = await rows.deleteTemplatePiece(tx, id);
    return bytes === null ? { next: null } : { next: true, bytes };
  };

export const handleTemplateDeletion = handlePieces((_ctx, { payload }) =>
  deletionPiece((JSON.parse(payload) as { template: string }).template),
);

/** What was not copied by then is deleted. */
const copyMs = 60_000;
/** By account: unfinished copies count for no limit. */
const lastCopies = new Map<string, Promise<unknown>>();

/**
 * Copies a template with its versions, one in each transaction. Until the last of these it counts as deleted, and its job deletes it
 * where the copy does not get there.
 *
 * @throws Refusal when there is none, and beyond the most templates
 */
export function duplicateTemplate(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  name: string | undefined,
): Promise<TemplateWithVersions> {
  return inTurn(lastCopies, caller.account, async () => {
    const { copy, job } = await outsideRecording(() => copyUnseen(ctx, caller, id, name));
    return ctx.database.write(async (tx) => {
      await requireTemplate(tx, caller, id);
      await requireRoom(tx, caller, await rows.sumOfSizes(tx, caller, copy.id));
      // Only as long as no worker has begun to delete it.
      if (!(await rescheduleJob(tx, { ...job, problem: null })) || !(await completeJob(tx, job)))
        throw new Refusal('unavailable', 'Copying the template took too long. Try again later.');
      await rows.showTemplate(tx, copy.id);
      return requireTemplate(tx, caller, copy.id);
    });
  });
}

/** Gives the copy with the job that deletes it. A version that is deleted meanwhile is not in it. */
async function copyUnseen(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  name: string | undefined,
): Promise<{ copy: rows.EmailTemplateRow; job: JobRow }> {
  const now = ctx.clock.now();
  const { copy, versions, job } = await ctx.database.write(async (tx) => {
    const original = await requireTemplate(tx, caller, id);
    const copy = await insertTemplate(ctx, tx, caller, {
      name: name ?? `${original.name.slice(0, 90)} (copy)`,
      size: await rows.sumOfSizes(tx, caller, id),
      deleted_at: now,
    });
    const undo = { ...deletionOf(caller, copy.id), execution: null, created_at: now };
    return { copy, ...original, job: await enqueueClaimedJob(tx, undo, now + copyMs) };
  });
  for (const { id: from } of versions) {
    const to = { id: newUuid(ctx), template: copy.id };
    const rest = restOf(ctx);
    await ctx.database.write((tx) => rows.copyVersion(tx, { from, to }));
    await rest();
  }
  return { copy, job };
}

/** @throws Refusal when there is no such version */
export async function fetchVersion(
  ctx: ServiceContext,
  caller: EmailCaller,
  template: string,
  version: string,
): Promise<VersionRow> {
  return requireVersion(ctx.database.read, caller, template, version);
}

/** The first version of a template is active. @throws Refusal for a content that does not compile, and beyond the limits */
export async function createVersion(
  ctx: ServiceContext,
  caller: EmailCaller,
  template: string,
  input: NewTemplateVersion,
): Promise<VersionRow> {
  const now = ctx.clock.now();
  const {
    name,
    subject = '',
    html_content = '',
    plain_content = '',
    test_data = '',
    editor = 'code',
  } = input;
  const texts = { subject, html_content, plain_content, test_data };
  await refuseInvalid(texts);
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const { versions } = await requireTemplate(tx, caller, template);
    if (versions.length >= maxTemplateVersions) {
      throw invalidField(
        'name',
        `a template has at most ${maxTemplateVersions} versions`,
        'Delete one first.',
      );
    }
    const row: VersionRow = {
      ...{ id: newUuid(ctx), template, name, editor, ...texts, size: sizeOf(texts) },
      generate_plain_content: Number(input.generate_plain_content ?? true),
      active: versions.length === 0 ? 1 : (input.active ?? 0),
      // Later than the others also within a millisecond: it is what they are ordered by.
      created_at: Math.max(now, ...versions.map((each) => Number(each.created_at) + 1)),
      updated_at: now,
    };
    await requireSpace(tx, caller, row.size);
    if (row.active === 1) await rows.deactivateVersions(tx, template);
    await rows.insertVersion(tx, row);
    await rows.changeTemplate(tx, caller, template, { updated_at: now });
    return row;
  });
}

/** Changes the given fields. @throws Refusal for a content that does not compile, and beyond the limits */
export async function updateVersion(
  ctx: ServiceContext,
  caller: EmailCaller,
  { template, version }: { template: string; version: string },
  change: TemplateVersionChange,
): Promise<VersionRow> {
  const now = ctx.clock.now();
  const { active, generate_plain_content: generates, ...texts } = change;
  await refuseInvalid(texts);
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const before = await requireVersion(tx, caller, template, version);
    const row: VersionRow = {
      ...{ ...before, ...texts, updated_at: now },
      ...(generates !== undefined && { generate_plain_content: Number(generates) }),
      ...(active !== undefined && { active }),
    };
    row.size = sizeOf(row);
    if (row.size > before.size) await requireSpace(tx, caller, row.size - before.size);
    if (active === 1) await rows.deactivateVersions(tx, template);
    await rows.updateVersion(tx, row);
    await rows.changeTemplate(tx, caller, template, { updated_at: now });
    return row;
  });
}

/** @throws Refusal when there is no such version */
export async function deleteVersion(
  ctx: ServiceContext,
  caller: EmailCaller,
  template: string,
  version: string,
): Promise<void> {
  await ctx.database.write(async (tx) => {
    await requireVersion(tx, caller, template, version);
    await rows.deleteVersion(tx, template, version);
    await rows.changeTemplate(tx, caller, template, { updated_at: ctx.clock.now() });
  });
}

/** What a message takes of the template: it is sent as it was when the message was accepted. */
export type TemplateSnapshot = {
  id: string;
  name: string;
  version: string;
  subject: string;
  html: string;
  /** Null where the text is made from the HTML. */
  plain: string | null;
};

/** The active version of a template; null without one, or without a template. */
export async function findSnapshot(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<TemplateSnapshot | null> {
  const template = await rows.findTemplate(ctx.database.read, caller, id);
  if (template === undefined) return null;
  const version = await rows.findVersion(ctx.database.read, id, 'active');
  if (version === undefined) return null;
  const isGenerated = version.generate_plain_content === 1 || version.plain_content === '';
  return {
    ...{ id, name: template.name, version: version.id, subject: version.subject, html: version.html_content },
    plain: isGenerated ? null : version.plain_content,
  };
}

async function insertTemplate(
  ctx: ServiceContext,
  tx: Queries,
  caller: EmailCaller,
  { name, size, deleted_at }: { name: string; size: number; deleted_at: number | null },
): Promise<rows.EmailTemplateRow> {
  await requireRoom(tx, caller, size);
  const now = ctx.clock.now();
  const id = `d-${ctx.ids.token()}`;
  const { account, region } = caller;
  const row = { id, account, region, name, created_at: now, updated_at: now, deleted_at };
  await rows.insertTemplate(tx, row);
  return row;
}

/** @throws Refusal where there is no room for one more template of that size */
async function requireRoom(tx: Queries, caller: EmailCaller, size: number): Promise<void> {
  await lockAccount(tx, caller.account);
  if ((await rows.countTemplates(tx, caller)) >= maxTemplates) {
    throw invalidField('name', `the maximum of ${maxTemplates} templates is reached`, 'Delete one first.');
  }
  await requireSpace(tx, caller, size);
}

async function requireTemplate(db: Queries, caller: EmailCaller, id: string): Promise<TemplateWithVersions> {
  const row = await rows.findTemplate(db, caller, id);
  if (row === undefined) throw notFound();
  return { ...row, versions: await rows.listVersionSummaries(db, [id]) };
}

async function requireVersion(
  db: Queries,
  caller: EmailCaller,
  template: string,
  version: string,
): Promise<VersionRow> {
  const known = await rows.findTemplate(db, caller, template);
  const row = known === undefined ? undefined : await rows.findVersion(db, template, version);
  if (row === undefined || row.id !== version) throw notFound();
  return row;
}

async function withVersions(
  db: Queries,
  templates: readonly rows.EmailTemplateRow[],
): Promise<TemplateWithVersions[]> {
  const versions = Map.groupBy(
    await rows.listVersionSummaries(
      db,
      templates.map(({ id }) => id),
    ),
    ({ template }) => template,
  );
  return templates.map((row) => ({ ...row, versions: versions.get(row.id) ?? [] }));
}

type Texts = { subject?: string; html_content?: string; plain_content?: string; test_data?: string };

const sizeOf = ({ subject = '', html_content = '', plain_content = '', test_data = '' }: Texts) =>
  subject.length + html_content.length + plain_content.length + test_data.length;

async function requireSpace(tx: Queries, caller: EmailCaller, more: number): Promise<void> {
  if ((await rows.sumOfSizes(tx, caller)) + more <= maxTemplateCharacters) return;
  const message = `the templates would have more than ${maxTemplateCharacters} characters together`;
  throw invalidField('html_content', message, 'Delete versions that are no longer needed.');
}

/** @throws Refusal with an error for each text that does not compile */
async function refuseInvalid({ test_data: data = '', ...templates }: Texts): Promise<void> {
  const errors: FieldError[] = [];
  for (const field of ['subject', 'html_content', 'plain_content'] as const) {
    const source = templates[field];
    if (source === undefined) continue;
    if (source.length > 10_000) await eventLoopTurn.enter();
    try {
      parseTemplate(source);
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error;
      const help = 'Mend the template at that line and column.';
      errors.push({ field, message: `${field} does not compile: ${error.message}`, help });
    }
  }
  if (data !== '' && !isJsonObject(data)) {
    const help = 'Send a JSON object as text.';
    errors.push({ field: 'test_data', message: 'test_data is no JSON object', help });
  }
  const [first, ...others] = errors;
  if (first !== undefined) throw invalidFields([first, ...others]);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
