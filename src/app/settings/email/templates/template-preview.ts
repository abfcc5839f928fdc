/** What the preview of a template shows: the email as it would be sent, and what is wrong with the texts, each at its place. Pure. */

import { textOfHtml } from '#flow/handlebars/html-text.ts';
import { parseTemplate, type TemplateNode, TemplateSyntaxError } from '#flow/handlebars/parse.ts';
import { RenderBudget, RenderLimitExceeded, renderLimits, renderTemplate } from '#flow/handlebars/render.ts';
import { parseShownJson } from '#flow/json/parse-json.ts';

export type TemplateTexts = {
  subject: string;
  html: string;
  plain: string;
  /** Whether the plain text is made from the HTML. */
  generatesPlain: boolean;
  /** JSON. */
  testData: string;
};

export type TemplateField = 'subject' | 'html' | 'plain' | 'testData';

/** `missing` is a value that the test data does not have: it is empty in the email. The others keep the template from being sent. */
export type TemplateProblem = {
  kind: 'syntax' | 'missing' | 'data' | 'limit';
  field: TemplateField;
  /** What is wrong, or the path that is missing. */
  text: string;
  /** From 1; null where it is about the whole text. */
  line: number | null;
  column: number | null;
};

export type RenderedTemplate = { subject: string; html: string; text: string };

/** `rendered` is null where something keeps it from being sent. */
export type TemplatePreview = { rendered: RenderedTemplate | null; problems: TemplateProblem[] };

/** More would not be read. */
const maxProblems = 50;

export function previewTemplate(texts: TemplateTexts): TemplatePreview {
  const problems: TemplateProblem[] = [];
  const data = dataOf(texts.testData, problems);
  const subject = nodesOf('subject', texts.subject, problems);
  const html = nodesOf('html', texts.html, problems);
  const makesPlain = texts.generatesPlain || texts.plain === '';
  const plain = makesPlain ? [] : nodesOf('plain', texts.plain, problems);
  if (data === null || subject === null || html === null || plain === null)
    return { rendered: null, problems };
  const budget = new RenderBudget(renderLimits);
  const render = (field: 'subject' | 'html' | 'plain', nodes: readonly TemplateNode[]) => {
    const seen = new Set<string>();
    return renderTemplate(nodes, data, {
      budget,
      escapesHtml: field === 'html',
      onMissing(path, at) {
        const key = `${path} ${at}`;
        if (seen.has(key) || problems.length >= maxProblems) return;
        seen.add(key);
        problems.push({ kind: 'missing', field, text: path, ...placeOf(texts[field], at) });
      },
    });
  };
  try {
    const body = render('html', html);
    const rendered = {
      subject: render('subject', subject).replaceAll(/\s+/g, ' ').trim(),
      html: body,
      text: makesPlain ? textOfHtml(body) : render('plain', plain),
    };
    return { rendered, problems };
  } catch (error) {
    if (!(error instanceof RenderLimitExceeded)) throw error;
    problems.push({ kind: 'limit', field: 'html', text: '', line: null, column: null });
    return { rendered: null, problems };
  }
}

function nodesOf(
  field: 'subject' | 'html' | 'plain',
  source: string,
  problems: TemplateProblem[],
): readonly TemplateNode[] | null {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    const { message, line, column } = error;
    problems.push({ kind: 'syntax', field, text: message, line, column });
    return null;
  }
}

function dataOf(text: string, problems: TemplateProblem[]): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  let problem = '';
  try {
    const value = parseShownJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    problem = error instanceof Error ? error.message : '';
  }
  problems.push({ kind: 'data', field: 'testData', text: problem, line: null, column: null });
  return null;
}

function placeOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
