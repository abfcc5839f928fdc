/** The content of a message for one personalization: its template rendered, or its substitutions filled in. Pure. */

import { textOfHtml } from '#flow/handlebars/html-text.ts';
import { parseTemplate, type TemplateNode } from '#flow/handlebars/parse.ts';
import { RenderBudget, renderLimits, renderTemplate } from '#flow/handlebars/render.ts';
import type { OutboundMessage } from '../messages/message.ts';
import type { MimePart } from '../mime/compose.ts';
import type { TemplateSnapshot } from '../templates/service.ts';
import type { Fill } from './substitutions.ts';

/** `madeOf` is the HTML of which a plain text was made. */
export type FilledPart = MimePart & { madeOf?: string };

export type FilledContent = { subject: string; content: FilledPart[] };

/** @throws RenderLimitExceeded, never for a message that was accepted */
export function fillContent(
  { shared, personalization }: Pick<OutboundMessage, 'shared' | 'personalization'>,
  /** Of contents without a template. */
  fill: Fill,
  { limits = renderLimits, maxLength }: { limits?: typeof renderLimits; maxLength?: number } = {},
): FilledContent {
  const { template, content = [] } = shared;
  const subject = personalization.subject ?? shared.subject ?? '';
  if (template === undefined) {
    return {
      subject: fill(subject, maxLength),
      content: content.map(({ type, value }) => ({ type, value: fill(value, maxLength) })),
    };
  }
  const rendered = renderSnapshot(template, personalization.dynamic_template_data ?? {}, limits);
  // A calendar invitation, say, goes out along with what the template makes.
  const others = content.filter(({ type }) => type !== 'text/plain' && type !== 'text/html');
  return { subject: rendered.subject || subject, content: [...rendered.content, ...others] };
}

function renderSnapshot(
  template: TemplateSnapshot,
  data: Record<string, unknown>,
  limits: typeof renderLimits,
): FilledContent {
  const budget = new RenderBudget(limits);
  const render = (source: string, escapesHtml: boolean) =>
    renderTemplate(parsed(source), data, { budget, escapesHtml });
  const html = render(template.html, true);
  const plain = template.plain === null ? textOfHtml(html) : render(template.plain, false);
  // Of tags alone no text is made before they are replaced.
  const isMade = template.plain === null;
  const text: FilledPart = { type: 'text/plain', value: plain, ...(isMade && { madeOf: html }) };
  return {
    subject: render(template.subject, false).replaceAll(/\s+/g, ' ').trim(),
    content: [
      ...((isMade ? html : plain) === '' ? [] : [text]),
      ...(html === '' ? [] : [{ type: 'text/html', value: html }]),
    ],
  };
}

const maxCached = 50;
const maxCachedLength = 200_000;
const cache = new Map<string, readonly TemplateNode[]>();

/** The templates that were used last: many messages have the same. */
function parsed(source: string): readonly TemplateNode[] {
  if (source.length > maxCachedLength) return parseTemplate(source);
  const nodes = cache.get(source) ?? parseTemplate(source);
  cache.delete(source);
  cache.set(source, nodes);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return nodes;
}
