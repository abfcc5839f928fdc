/** Reads a carrier's post, whatever dialect it is written in, as fields with the names that flows read. */

import { isObject, type JsonObject } from '#flow/json/json.ts';
import { Form, formOf } from '../../platform/http/form.ts';
import { translatingDialects } from './table.ts';

/**
 * The form of a body, and the query with what the body says of our own callback. The dialect follows from the form of
 * the body: which carrier it is from is only known from what the post is about.
 *
 * @throws Refusal as `formOf`
 */
export function readPost(
  body: unknown,
  query: URLSearchParams,
  maxFields: number,
): { form: Form; query: URLSearchParams } {
  const form = formOf(body, maxFields);
  if (body instanceof Form || !isObject(body)) return { form, query };
  for (const { translatePost } of translatingDialects) {
    const post = translatePost?.(body as JsonObject) ?? null;
    if (post === null) continue;
    const fields = new Map(Object.entries(post.fields).map(([name, value]) => [name, [value]] as const));
    const own = new URLSearchParams(query);
    for (const [name, value] of Object.entries(post.query ?? {})) own.set(name, value);
    return { form: new Form(fields), query: own };
  }
  return { form, query };
}
