/** Templates of emails: Handlebars for subject, HTML and plain text, filled with the data of each personalization. */

import { type Static, Type } from 'typebox';
import { oneOf, resource } from '../operation/operation.ts';

/** Templates of an account and region, versions of a template, and characters of all of them together. */
export const maxTemplates = 300;
export const maxTemplateVersions = 50;
export const maxTemplateCharacters = 100 * 1024 * 1024;
/** Characters of one content. */
const maxContentLength = 1_048_576;

const name = Type.String({ minLength: 1, maxLength: 100 });
const zeroOrOne = Type.Integer({ minimum: 0, maximum: 1 });
const content = Type.Optional(Type.String({ maxLength: maxContentLength }));
const editors = ['code', 'design'] as const;

export const newTemplateSchema = Type.Object({
  name,
  generation: Type.Optional(oneOf(['legacy', 'dynamic'])),
});
export const templateNameSchema = Type.Object({ name });
export const templateCopySchema = Type.Object({ name: Type.Optional(name) });

const versionInput = {
  subject: Type.Optional(Type.String({ maxLength: 255 })),
  html_content: content,
  plain_content: content,
  generate_plain_content: Type.Optional(
    Type.Boolean({ description: 'Whether the plain text is made from the HTML; true where it is left out.' }),
  ),
  editor: Type.Optional(oneOf(editors)),
  test_data: Type.Optional(
    Type.String({ maxLength: 100_000, description: 'JSON that the page shows the template with.' }),
  ),
  active: Type.Optional(zeroOrOne),
};

export const newTemplateVersionSchema = Type.Object({ name, ...versionInput });
export type NewTemplateVersion = Static<typeof newTemplateVersionSchema>;

export const templateVersionChangeSchema = Type.Object({ name: Type.Optional(name), ...versionInput });
export type TemplateVersionChange = Static<typeof templateVersionChangeSchema>;

const summary = {
  id: Type.String(),
  template_id: Type.String(),
  active: zeroOrOne,
  name: Type.String(),
  subject: Type.String(),
  editor: oneOf(editors),
  generate_plain_content: Type.Boolean(),
  updated_at: Type.String({ description: 'YYYY-MM-DD hh:mm:ss, in UTC.' }),
};

export const templateVersionSummarySchema = resource('EmailTemplateVersionSummary', summary);
export type TemplateVersionSummary = Static<typeof templateVersionSummarySchema>;

export const templateVersionSchema = resource('EmailTemplateVersion', {
  ...summary,
  html_content: Type.String(),
  plain_content: Type.String(),
  test_data: Type.String({ personal: 'text' }),
});
export type TemplateVersion = Static<typeof templateVersionSchema>;

export const templateSchema = resource('EmailTemplate', {
  id: Type.String(),
  name: Type.String(),
  generation: oneOf(['dynamic']),
  updated_at: Type.String({ description: 'YYYY-MM-DD hh:mm:ss, in UTC.' }),
  versions: Type.Array(templateVersionSummarySchema),
});
export type Template = Static<typeof templateSchema>;

export const templateListSchema = resource('EmailTemplateList', {
  result: Type.Array(templateSchema),
  _metadata: Type.Object({
    self: Type.String(),
    prev: Type.Optional(Type.String()),
    next: Type.Optional(Type.String()),
    count: Type.Integer(),
  }),
});
