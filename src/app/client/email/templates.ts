/** Templates of emails and their versions. */

import { useQuery } from '@tanstack/react-query';
import type { NewTemplateVersion, Template, TemplateVersionChange } from '#api/email/templates.ts';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

const templatesKey = (target: EmailTarget) => [...emailTargetKey(target), 'templates'];

/** All of them, newest first: there are some hundred at most. */
export function useTemplates(target: EmailTarget) {
  return useQuery({
    queryKey: templatesKey(target),
    async queryFn({ signal }) {
      const pageAt = (page_token: string) =>
        callEmail(target, 'GET /v3/templates', {
          query: { generations: 'dynamic', page_size: 200, page_token },
          signal,
        });
      const templates: Template[] = [];
      for (let token = '0', hasMore = true; hasMore; ) {
        const { result, _metadata } = await pageAt(token);
        templates.push(...result);
        hasMore = _metadata.next !== undefined;
        token = new URL(_metadata.next ?? 'http://unused').searchParams.get('page_token') ?? '0';
      }
      return templates;
    },
  });
}

export function useTemplate(target: EmailTarget, id: string) {
  return useQuery({
    queryKey: [...templatesKey(target), id],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v3/templates/{template_id}', { params: { template_id: id }, signal }),
  });
}

/** A version with its texts; `null` for none. */
export function useTemplateVersion(target: EmailTarget, template: string, version: string | null) {
  return useQuery({
    queryKey: [...templatesKey(target), template, version],
    enabled: version !== null,
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v3/templates/{template_id}/versions/{version_id}', {
        params: { template_id: template, version_id: version ?? '' },
        signal,
      }),
  });
}

export function useCreateTemplate(target: EmailTarget) {
  return useChange([templatesKey(target)], (name: string) =>
    callEmail(target, 'POST /v3/templates', { json: { name, generation: 'dynamic' } }),
  );
}

export function useRenameTemplate(target: EmailTarget, id: string) {
  return useChange([templatesKey(target)], (name: string) =>
    callEmail(target, 'PATCH /v3/templates/{template_id}', { params: { template_id: id }, json: { name } }),
  );
}

export function useDuplicateTemplate(target: EmailTarget) {
  return useChange([templatesKey(target)], (id: string) =>
    callEmail(target, 'POST /v3/templates/{template_id}', { params: { template_id: id }, json: {} }),
  );
}

/** Sent with `keepalive`. */
export function deleteTemplate(target: EmailTarget, id: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/templates/{template_id}', {
    params: { template_id: id },
    keepalive: true,
  });
}

export const templateListKey = templatesKey;

export function useCreateVersion(target: EmailTarget, template: string) {
  return useChange([templatesKey(target)], (json: NewTemplateVersion) =>
    callEmail(target, 'POST /v3/templates/{template_id}/versions', {
      params: { template_id: template },
      json,
    }),
  );
}

export function useUpdateVersion(target: EmailTarget, template: string, version: string) {
  return useChange([templatesKey(target)], (json: TemplateVersionChange) =>
    callEmail(target, 'PATCH /v3/templates/{template_id}/versions/{version_id}', {
      params: { template_id: template, version_id: version },
      json,
    }),
  );
}

export function useActivateVersion(target: EmailTarget, template: string) {
  return useChange([templatesKey(target)], (version: string) =>
    callEmail(target, 'POST /v3/templates/{template_id}/versions/{version_id}/activate', {
      params: { template_id: template, version_id: version },
    }),
  );
}

/** Sends what the preview shows to one address. */
export function useSendTest(target: EmailTarget) {
  return useChange([], (mail: { from: string; to: string; subject: string; html: string; text: string }) =>
    callEmail(target, 'POST /v3/mail/send', {
      json: {
        from: { email: mail.from },
        personalizations: [{ to: [{ email: mail.to }] }],
        subject: mail.subject,
        content: [
          { type: 'text/plain', value: mail.text },
          ...(mail.html === '' ? [] : [{ type: 'text/html', value: mail.html }]),
        ],
      },
    }),
  );
}
