/** A found part of a long text with a little of what is around it. */

export type Excerpt = { before: string; found: string; after: string };

/** Characters on each side of the found part. */
const around = 32;
const maxFound = 120;

/** One line; `…` stands for what is left out. Nothing is `found` where the whole text is meant. */
export function excerptOf({ text, start, end }: { text: string; start: number; end: number }): Excerpt {
  const from = start <= around ? 0 : start - around;
  const to = Math.min(text.length, end + (start === end ? maxFound : around));
  const found = text.slice(start, Math.min(end, start + maxFound));
  return {
    before: oneLine(`${from > 0 ? '…' : ''}${text.slice(from, start)}`),
    found: oneLine(found),
    after: oneLine(
      `${found.length < end - start ? '…' : ''}${text.slice(end, to)}${to < text.length ? '…' : ''}`,
    ),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
