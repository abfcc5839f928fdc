/** Markdown as elements: nothing in a text becomes markup by itself. Links open in another tab, images are links. */

import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, memo, type ReactNode } from 'react';

export const NoteText = memo(function NoteText({ text }: { text: string }) {
  return (
    <div className="text" dir="auto">
      {elements(lexer(text, { gfm: true, breaks: true }))}
    </div>
  );
});

function elements(tokens: readonly Token[] | undefined): ReactNode {
  return createElement(Fragment, null, ...(tokens ?? []).map(element));
}

/** Any other kind of token is shown as it was written. */
function element(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
      return null;
    case 'paragraph':
      return <p>{elements(token.tokens)}</p>;
    case 'heading':
      return <p className="heading">{elements(token.tokens)}</p>;
    case 'strong':
      return <strong>{elements(token.tokens)}</strong>;
    case 'em':
      return <em>{elements(token.tokens)}</em>;
    case 'del':
      return <del>{elements(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return <pre>{token.text}</pre>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'blockquote':
      return <blockquote>{elements(token.tokens)}</blockquote>;
    case 'list':
      return list(token as Tokens.List);
    case 'link':
      return link(token.href, elements(token.tokens));
    case 'image':
      return link(token.href, token.text);
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? elements(token.tokens) : unescaped(token);
    case 'checkbox':
      // The item of the list draws it.
      return null;
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const children = items.map(({ task, checked, tokens }) =>
    createElement(
      'li',
      task ? { className: 'task' } : null,
      task && (checked ? '☑ ' : '☐ '),
      elements(tokens),
    ),
  );
  return createElement(ordered ? 'ol' : 'ul', ordered ? { start: Number(start) || 1 } : null, ...children);
}

function link(href: string, children: ReactNode): ReactNode {
  if (!/^(https?:|mailto:|tel:)/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer" tabIndex={-1} onPointerDown={(e) => e.stopPropagation()}>
      {children}
    </a>
  );
}

/** The lexer leaves the characters as they were written. */
function unescaped(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
