/** Sends email: validates a request, and has its message accepted with all recipients. */

import type { SendRequest } from '#api/email/message.ts';
import { RenderLimitExceeded, renderLimits } from '#flow/handlebars/render.ts';
import { shardOfOutboundMail } from '../../platform/database/shard.ts';
import { eventLoopTurn, givingWay } from '../../platform/event-loop-turn.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import type { SharedMessage } from '../messages/message.ts';
import type { OutboundAttachmentRow, OutboundMailRow } from '../messages/store.ts';
import { contentTypeOf } from '../mime/media-type.ts';
import { senderErrors } from '../sending-domains/sender-check.ts';
import { withSettings } from '../sending-settings/service.ts';
import { findGroups } from '../suppressions/groups/store.ts';
import { findSnapshot, type TemplateSnapshot } from '../templates/service.ts';
import { type FieldError, invalidField, invalidFields } from '../validation/field-error.ts';
import { acceptMessage, composeRecipients } from './accept.ts';
import { fillContent } from './filled-content.ts';
import { sizeErrors } from './message-size.ts';
import { KeyMatchers } from './substitutions.ts';
import { listIneffectiveMembers, validateEmail } from './validation.ts';

/**
 * Accepts a send request. When it resolves, the message is stored and will be attempted. Returns its id, or null in sandbox
 * mode, where it is only validated, and the members of the request that have no effect. `ignored` are those that it had besides, for
 * the log of the message.
 *
 * @throws Refusal with every validation error
 */
export async function sendEmail(
  ctx: ServiceContext,
  caller: EmailCaller,
  { request: sent, ignored }: { request: SendRequest; ignored: readonly string[] },
): Promise<{ id: string | null; ineffective: string[] }> {
  // A body of many MB has just been parsed.
  await eventLoopTurn.enter();
  const now = ctx.clock.now();
  const template = sent.template_id === undefined ? null : await findSnapshot(ctx, caller, sent.template_id);
  const errors = [
    ...validateEmail(sent, now),
    ...templateErrors(sent, template),
    ...(await groupErrors(ctx, caller, sent)),
    ...(await senderErrors(ctx, caller, sent)),
  ];
  const [first, ...others] = errors.slice(0, maxReportedErrors);
  if (first !== undefined) throw invalidFields([first, ...others]);
  const request = await withSettings(ctx, caller, withMediaTypes(sent));
  const ineffective = listIneffectiveMembers(request, template);
  const matchers = new KeyMatchers();
  const shared = sharedOf(request, { template, ignored });
  const rendered = template === null ? null : await renderAll(request, shared);
  const [tooLarge] = await sizeErrors({ ...request, ...rendered?.longest }, matchers);
  if (tooLarge !== undefined) throw invalidFields([tooLarge]);
  if (request.mail_settings?.sandbox_mode?.enable === true) return { id: null, ineffective };
  const { personalizations } = request;
  const mail = newMail(ctx, caller, shared);
  const attachments = await attachmentRows(mail, request);
  const composed = await composeRecipients(
    ctx,
    mail,
    { shared, personalizations },
    { filenames: attachments.map(({ filename }) => filename), subjects: rendered?.subjects, matchers },
  );
  await acceptMessage(ctx, { mail, shared, personalizations, attachments, ...composed });
  return { id: mail.id, ineffective };
}

export function newMail(
  ctx: ServiceContext,
  { account, region }: Pick<EmailCaller, 'account' | 'region'>,
  shared: SharedMessage,
): OutboundMailRow {
  const id = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  const shard = shardOfOutboundMail(id);
  return { id, shard, account, region, shared: JSON.stringify(shared), created_at: ctx.clock.now() };
}

async function attachmentRows(
  { id: mail, shard }: OutboundMailRow,
  { attachments = [] }: SendRequest,
): Promise<OutboundAttachmentRow[]> {
  const rows: OutboundAttachmentRow[] = [];
  for await (const [number, file] of givingWay(attachments.entries())) {
    const { filename, type = 'application/octet-stream', disposition, content_id, contentId } = file;
    rows.push({
      ...{ mail, shard, number, filename, type, inline: Number(disposition === 'inline') },
      ...{ content_id: content_id ?? contentId ?? null, bytes: Buffer.from(file.content, 'base64') },
    });
  }
  return rows;
}

const maxReportedErrors = 20;

async function groupErrors(
  ctx: ServiceContext,
  caller: EmailCaller,
  { asm }: SendRequest,
): Promise<FieldError[]> {
  if (asm === undefined) return [];
  const offered = (asm.groups_to_display ?? []).map((id, at) => [`asm.groups_to_display.${at}`, id] as const);
  const named = [['asm.group_id', asm.group_id] as const, ...offered];
  const groups = await findGroups(
    ctx.database.read,
    caller,
    named.map(([, id]) => id),
  );
  const known = new Set(groups.map(({ id }) => Number(id)));
  const help = 'Name a group of this account, as GET /v3/asm/groups lists them.';
  return named
    .filter(([, id]) => !known.has(id))
    .map(([field, id]) => ({ field, message: `${field}: there is no group ${id}`, help }));
}

function templateErrors(
  { template_id, subject = '', personalizations }: SendRequest,
  template: TemplateSnapshot | null,
): FieldError[] {
  if (template_id === undefined) return [];
  if (template === null) {
    const message = `template_id: there is no template '${template_id.slice(0, 100)}' with an active version`;
    return [{ field: 'template_id', message, help: 'Name a template, as GET /v3/templates lists them.' }];
  }
  if (template.html === '' && template.plain === null) {
    const message = 'template_id: the active version of the template has no content';
    return [{ field: 'template_id', message, help: 'Write the version, or activate another one.' }];
  }
  if (template.subject !== '' || subject !== '' || personalizations.every((each) => each.subject)) return [];
  const help = 'Give the template a subject, or send one.';
  return [{ field: 'subject', message: 'subject is required', help }];
}

/** The fields that all recipients share. */
function sharedOf(
  { personalizations: _, attachments: __, ...members }: SendRequest,
  { template, ignored }: { template: TemplateSnapshot | null; ignored: readonly string[] },
): SharedMessage {
  return { ...members, ...(template !== null && { template }), ...(ignored.length > 0 && { ignored }) };
}

/** Work of rendering in one request, in all its personalizations together. */
const totalRenderLimits = { steps: 10_000_000, characters: 200 * 1024 * 1024 };

/**
 * Renders the template for each personalization: what is accepted can be rendered when it is sent. Returns the subjects, and
 * the longest subject and contents, which no message exceeds.
 *
 * @throws Refusal where that takes too much work
 */
async function renderAll(
  { personalizations }: SendRequest,
  shared: SharedMessage,
): Promise<{ subjects: string[]; longest: Pick<SendRequest, 'subject' | 'content'> }> {
  const share = (total: number, most: number) => Math.min(most, Math.floor(total / personalizations.length));
  const limits = {
    steps: share(totalRenderLimits.steps, renderLimits.steps),
    characters: share(totalRenderLimits.characters, renderLimits.characters),
  };
  const subjects: string[] = [];
  const longest = new Map<string, string>();
  const keep = (type: string, value: string) => {
    if (Buffer.byteLength(value) >= Buffer.byteLength(longest.get(type) ?? '')) longest.set(type, value);
  };
  for await (const [index, personalization] of givingWay(personalizations.entries())) {
    try {
      const { subject, content } = fillContent({ shared, personalization }, (text) => text, { limits });
      subjects.push(subject);
      keep('subject', subject);
      for (const { type, value } of content) keep(type, value);
    } catch (error) {
      if (!(error instanceof RenderLimitExceeded)) throw error;
      const field = `personalizations.${index}.dynamic_template_data`;
      const message = `${field}: the template makes too much of this data`;
      throw invalidField(field, message, 'Send less data, or fewer personalizations in one request.');
    }
  }
  const { subject = '', ...contents } = Object.fromEntries(longest);
  const content = Object.entries(contents).map(([type, value]) => ({ type, value }));
  return { subjects, longest: { subject, content } };
}

/** The request with the media types of its contents as they are sent: texts are always UTF-8. */
function withMediaTypes(request: SendRequest): SendRequest {
  const content = request.content?.map(({ type, value }) => ({ type: contentTypeOf(type), value }));
  return content === undefined ? request : { ...request, content };
}
