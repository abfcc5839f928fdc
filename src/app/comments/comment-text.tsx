/** The text of a comment as people read it: lines, links, and names that are mentioned. Never HTML. */

import { textParts } from './mentions.ts';

export function CommentText({ text, names }: { text: string; names: readonly string[] }) {
  let at = 0;
  return (
    <p className="comment-text" dir="auto">
      {textParts(text, names).map((part) => {
        const key = at;
        at += part.text.length;
        if (part.kind === 'text') return part.text;
        return part.kind === 'mention' ? (
          <mark key={key} className="mention">
            {part.text}
          </mark>
        ) : (
          <a key={key} href={part.url} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
