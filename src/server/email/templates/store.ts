/** Store: templates of emails and their versions. */

import type { Queries } from '../../platform/database/database.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type {
  EmailTemplateRow,
  EmailTemplateVersionRow,
  Owner,
} from '../../platform/database/schema/email.ts';
import { isThere, ofOwner, ownedTable } from '../owned-store.ts';

export type { EmailTemplateRow, EmailTemplateVersionRow };

export const {
  find: findTemplate,
  insert: insertTemplate,
  change: changeTemplate,
} = ownedTable('email_templates');

const summaryColumns = [
  ...(['id', 'template', 'name', 'active', 'subject', 'editor'] as const),
  ...(['generate_plain_content', 'created_at', 'updated_at'] as const),
] as const;

/** A version without its contents. */
export type VersionSummaryRow = Pick<EmailTemplateVersionRow, (typeof summaryColumns)[number]>;

const rowsOf = (db: Queries, owner: Owner) =>
  db.selectFrom('email_templates').where(ofOwner(owner)).where(isThere);

/** Newest first. */
export function listTemplates(
  db: Queries,
  owner: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<EmailTemplateRow[]> {
  const query = rowsOf(db, owner).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  return query.limit(limit).offset(offset).execute();
}

export async function countTemplates(db: Queries, owner: Owner): Promise<number> {
  const query = rowsOf(db, owner).select((eb) => eb.fn.countAll<number>().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Of these templates, oldest first. */
export async function listVersionSummaries(
  db: Queries,
  templates: readonly string[],
): Promise<VersionSummaryRow[]> {
  if (templates.length === 0) return [];
  return db
    .selectFrom('email_template_versions')
    .select(summaryColumns)
    .where('template', 'in', templates)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The version of that id, or the active one. */
export function findVersion(
  db: Queries,
  template: string,
  version: string | 'active',
): Promise<EmailTemplateVersionRow | undefined> {
  const query = db.selectFrom('email_template_versions').selectAll().where('template', '=', template);
  return (
    version === 'active' ? query.where('active', '=', 1) : query.where('id', '=', version)
  ).executeTakeFirst();
}

/** Characters of all versions of the owner's templates, or of one, which may be deleted. */
export async function sumOfSizes(db: Queries, { account, region }: Owner, id?: string): Promise<number> {
  const query = db
    .selectFrom('email_template_versions as version')
    .innerJoin('email_templates as template', 'template.id', 'version.template')
    .select((eb) => eb.fn.sum<number | null>('version.size').as('size'))
    .where('template.account', '=', account)
    .where('template.region', '=', region);
  const some =
    id === undefined ? query.where('template.deleted_at', 'is', null) : query.where('template.id', '=', id);
  const { size } = await some.executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

/** Ends its deletion. */
export async function showTemplate(tx: Queries, id: string): Promise<void> {
  await tx.updateTable('email_templates').set({ deleted_at: null }).where('id', '=', id).execute();
}

export async function insertVersion(tx: Queries, row: EmailTemplateVersionRow): Promise<void> {
  await tx.insertInto('email_template_versions').values(row).execute();
}

/** Copies a version to another template; nothing when it is gone. Its texts do not leave the database. */
export async function copyVersion(
  tx: Queries,
  { from, to: { id, template } }: { from: string; to: { id: string; template: string } },
): Promise<void> {
  const rest = [
    ...(['name', 'active', 'subject', 'generate_plain_content', 'editor', 'created_at'] as const),
    ...(['updated_at', 'size', 'html_content', 'plain_content', 'test_data'] as const),
  ];
  await tx
    .insertInto('email_template_versions')
    .columns(['id', 'template', ...rest])
    .expression((eb) =>
      eb
        .selectFrom('email_template_versions')
        .select([eb.val(id).as('new_id'), eb.val(template).as('new_template'), ...rest])
        .where('id', '=', from),
    )
    .execute();
}

/**
 * Deletes a version of a template that is deleted, or without any the template. About how many bytes it had; null once the template is gone,
 * or there again.
 */
export async function deleteTemplatePiece(tx: Queries, template: string): Promise<number | null> {
  const deleted = tx.selectFrom('email_templates').select('id').where('id', '=', template);
  if ((await deleted.where('deleted_at', 'is not', null).executeTakeFirst()) === undefined) return null;
  const some = { of: 'template', by: 'id', text: 'html_content', limit: 1 } as const;
  const bytes = await deleteSome(tx, 'email_template_versions', some, template);
  if (bytes !== null) return bytes;
  await tx.deleteFrom('email_templates').where('id', '=', template).execute();
  return null;
}

export async function updateVersion(tx: Queries, { id, ...change }: EmailTemplateVersionRow): Promise<void> {
  await tx.updateTable('email_template_versions').set(change).where('id', '=', id).execute();
}

/** One version at most is active. */
export async function deactivateVersions(tx: Queries, template: string): Promise<void> {
  await tx
    .updateTable('email_template_versions')
    .set({ active: 0 })
    .where('template', '=', template)
    .where('active', '=', 1)
    .execute();
}

/** False when there is none. */
export async function deleteVersion(tx: Queries, template: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_template_versions')
    .where('template', '=', template)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
