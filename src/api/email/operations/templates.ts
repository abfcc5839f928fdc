/** /v3/templates: templates of emails and their versions. */

import { Type } from 'typebox';
import { oneOf } from '../../operation/operation.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import {
  newTemplateSchema,
  newTemplateVersionSchema,
  templateCopySchema,
  templateListSchema,
  templateNameSchema,
  templateSchema,
  templateVersionChangeSchema,
  templateVersionSchema,
} from '../templates.ts';

const operation = emailOperationsIn('Email: templates');
const params = { template_id: Type.String() };
const versionParams = { template_id: Type.String(), version_id: Type.String() };
const template = { text: 'The template.', schema: templateSchema } as const;
const version = { text: 'The version.', schema: templateVersionSchema } as const;
const shown = ['name', 'active', 'subject', 'generate_plain_content'];
const compiles = 'A template that compiles: conditions and loops are closed, helpers exist.';
const contentRules = {
  ...{ subject: compiles, html_content: compiles, plain_content: compiles },
  test_data: 'A JSON object, or nothing.',
};

export const createTemplate = operation({
  id: 'CreateEmailTemplate',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_template', shows: ['name'] },
  path: emailPaths.templates,
  summary: 'Create a template',
  note: 'Dynamic templates only: `generation` has to say so.',
  scope: 'templates.create',
  rules: { generation: 'Has to be dynamic.' },
  json: newTemplateSchema,
  responses: { 201: template },
});

export const listTemplates = operation({
  id: 'ListEmailTemplate',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.templates,
  summary: 'List the templates',
  note: 'The newest first. Without `generations` only legacy templates are meant, of which there are none.',
  scope: 'templates.read',
  rules: { page_token: 'From a page of the list.' },
  query: {
    generations: Type.Optional(oneOf(['legacy', 'dynamic', 'legacy,dynamic', 'dynamic,legacy'])),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    page_token: Type.Optional(Type.String()),
  },
  responses: { 200: { text: 'A page.', schema: templateListSchema } },
});

export const fetchTemplate = operation({
  id: 'FetchEmailTemplate',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.template.template,
  summary: 'Fetch a template with its versions, without their contents',
  scope: 'templates.read',
  params,
  responses: { 200: template },
});

export const renameTemplate = operation({
  id: 'UpdateEmailTemplate',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_template' },
  path: emailPaths.template.template,
  summary: 'Rename a template',
  scope: 'templates.update',
  params,
  json: templateNameSchema,
  responses: { 200: template },
});

export const deleteTemplate = operation({
  id: 'DeleteEmailTemplate',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_template' },
  path: emailPaths.template.template,
  summary: 'Delete a template with its versions',
  note: 'Emails that were accepted are still sent.',
  scope: 'templates.delete',
  params,
  responses: { 204: { text: 'Deleted.' } },
});

export const duplicateTemplate = operation({
  id: 'DuplicateEmailTemplate',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_template', shows: ['name'] },
  path: emailPaths.template.template,
  summary: 'Duplicate a template with its versions',
  scope: 'templates.create',
  params,
  json: templateCopySchema,
  responses: { 201: template },
});

export const createTemplateVersion = operation({
  id: 'CreateEmailTemplateVersion',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_template', shows: shown },
  path: emailPaths.templateVersions.template,
  summary: 'Create a version of a template',
  note: 'The first one is active.',
  scope: 'templates.versions.create',
  params,
  rules: contentRules,
  json: newTemplateVersionSchema,
  maxBodyBytes: 8 * 1024 * 1024,
  responses: { 201: version },
});

export const fetchTemplateVersion = operation({
  id: 'FetchEmailTemplateVersion',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.templateVersion.template,
  summary: 'Fetch a version of a template',
  scope: 'templates.versions.read',
  params: versionParams,
  responses: { 200: version },
});

export const updateTemplateVersion = operation({
  id: 'UpdateEmailTemplateVersion',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_template', shows: shown },
  path: emailPaths.templateVersion.template,
  summary: 'Update a version of a template',
  scope: 'templates.versions.update',
  params: versionParams,
  rules: contentRules,
  json: templateVersionChangeSchema,
  maxBodyBytes: 8 * 1024 * 1024,
  responses: { 200: version },
});

export const deleteTemplateVersion = operation({
  id: 'DeleteEmailTemplateVersion',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_template' },
  path: emailPaths.templateVersion.template,
  summary: 'Delete a version of a template',
  scope: 'templates.versions.delete',
  params: versionParams,
  responses: { 204: { text: 'Deleted.' } },
});

export const activateTemplateVersion = operation({
  id: 'ActivateEmailTemplateVersion',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_template' },
  path: emailPaths.templateVersionActivation.template,
  summary: 'Make a version the one that is sent',
  scope: 'templates.versions.activate.create',
  params: versionParams,
  responses: { 200: version },
});
