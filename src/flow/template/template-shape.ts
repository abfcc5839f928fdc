/** How large a template is, and how deep its tags are nested: known before it is parsed. */

import { splitSegments } from './lexer.ts';

/** Characters of a template that is parsed. */
export const maxTemplateLength = 100_000;

/** Levels of tags in tags. */
export const maxTagDepth = 100;

const nestingTags = new Set(['if', 'unless', 'case', 'for', 'capture', 'liquid']);

/**
 * `parts` is how many outputs, tags and texts between them a template has. `deepest` is the offset of the first tag
 * that is nested too deeply, null when there is none. Neither such a text nor one that is too long
 * is parsed, so they have no parts.
 */
export function templateShape(text: string): { parts: number; deepest: number | null } {
  if (text.length > maxTemplateLength) return { parts: 0, deepest: null };
  const segments = splitSegments(text);
  let parts = segments.length;
  let depth = 0;
  for (const { kind, start, from, to } of segments) {
    if (kind !== 'tag') continue;
    let lines = 0;
    for (const name of tagNames(text.slice(from, to))) {
      parts++;
      if (name === 'liquid') lines++;
      if (nestingTags.has(name)) depth++;
      else if (name.startsWith('end')) depth = Math.max(0, depth - 1);
      if (depth > maxTagDepth) return { parts: 0, deepest: start };
    }
    // The tag `liquid` has no end tag: it ends where it stands.
    depth = Math.max(0, depth - lines);
  }
  return { parts, deepest: null };
}

/** The name of a tag; of `liquid` also those of the tags in its lines, which may be `liquid` themselves. */
function* tagNames(content: string): Generator<string> {
  const name = /^\s*(\w+)/.exec(content)?.[1] ?? '';
  if (name !== 'liquid') {
    yield name;
    return;
  }
  for (const line of content.split('\n')) {
    for (const word of line.trim().split(/\s+/)) {
      yield word;
      if (word !== 'liquid') break;
    }
  }
}
