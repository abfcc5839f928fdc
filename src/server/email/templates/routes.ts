/** Routes: /v3/templates. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/templates.ts';
import { emailPaths } from '#api/email/paths.ts';
import type { Template, TemplateVersion, TemplateVersionSummary } from '#api/email/templates.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import * as service from './service.ts';

export function templateRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createTemplate, async ({ caller, body }) =>
    present(await service.createTemplate(ctx, caller, body)),
  );
  emailRoute(app, operations.listTemplates, async ({ caller, query }) => {
    const { generations = 'legacy', page_size } = query;
    const page = generations.includes('dynamic')
      ? await service.listTemplates(ctx, caller, query)
      : { templates: [], count: 0, next: null, previous: null };
    const size = page_size === undefined ? {} : { page_size: String(page_size) };
    const urlOf = (token: string | null) => {
      const search = new URLSearchParams({
        generations,
        ...size,
        ...(token !== null && { page_token: token }),
      });
      return `${ctx.publicUrl()}${emailPaths.templates}?${search}`;
    };
    return {
      result: page.templates.map(present),
      _metadata: {
        self: urlOf(query.page_token ?? null),
        ...(page.previous !== null && { prev: urlOf(page.previous) }),
        ...(page.next !== null && { next: urlOf(page.next) }),
        count: page.count,
      },
    };
  });
  emailRoute(app, operations.fetchTemplate, async ({ caller, params }) =>
    present(await service.fetchTemplate(ctx, caller, params.template_id)),
  );
  emailRoute(app, operations.renameTemplate, async ({ caller, params, body }) =>
    present(await service.renameTemplate(ctx, caller, params.template_id, body.name)),
  );
  emailRoute(app, operations.deleteTemplate, async ({ caller, params }) => {
    await service.deleteTemplate(ctx, caller, params.template_id);
  });
  emailRoute(app, operations.duplicateTemplate, async ({ caller, params, body }) =>
    present(await service.duplicateTemplate(ctx, caller, params.template_id, body.name)),
  );
  versionRoutes(app, ctx);
}

function versionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createTemplateVersion, async ({ caller, params, body }) =>
    presentVersion(await service.createVersion(ctx, caller, params.template_id, body)),
  );
  emailRoute(app, operations.fetchTemplateVersion, async ({ caller, params }) =>
    presentVersion(await service.fetchVersion(ctx, caller, params.template_id, params.version_id)),
  );
  emailRoute(app, operations.updateTemplateVersion, async ({ caller, params, body }) => {
    const one = { template: params.template_id, version: params.version_id };
    return presentVersion(await service.updateVersion(ctx, caller, one, body));
  });
  emailRoute(app, operations.deleteTemplateVersion, async ({ caller, params }) => {
    await service.deleteVersion(ctx, caller, params.template_id, params.version_id);
  });
  emailRoute(app, operations.activateTemplateVersion, async ({ caller, params }) => {
    const one = { template: params.template_id, version: params.version_id };
    return presentVersion(await service.updateVersion(ctx, caller, one, { active: 1 }));
  });
}

function present({ id, name, updated_at, versions }: service.TemplateWithVersions): Template {
  return {
    id,
    name,
    generation: 'dynamic',
    updated_at: timeOf(updated_at),
    versions: versions.map(summaryOf),
  };
}

function summaryOf(row: service.VersionSummaryRow): TemplateVersionSummary {
  const { id, template, name, subject, editor } = row;
  return {
    ...{ id, template_id: template, active: row.active, name, subject, editor },
    generate_plain_content: row.generate_plain_content === 1,
    updated_at: timeOf(row.updated_at),
  };
}

function presentVersion(row: service.VersionRow): TemplateVersion {
  const { html_content, plain_content, test_data } = row;
  return { ...summaryOf(row), html_content, plain_content, test_data };
}

const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
