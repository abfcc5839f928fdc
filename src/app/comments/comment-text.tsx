/** The text of a comment as people read it: lines, links, and names that are mentioned. Never HTML. */

import { asTyped } from '../ui/as-typed.ts';
import { textParts } from './mentions.ts';

export function CommentText({ text, names }: { text: string; names: readonly string[] }) {
  return (
    <p className="comment-text" {...asTyped}>
      {textParts(text, names).map((part, index) => {
        if (part.kind === 'text') return part.text;
        return part.kind === 'mention' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          <mark key={index} className="mention">
            {part.text}
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          <a key={index} href={part.url} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
