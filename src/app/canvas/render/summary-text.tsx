/** The one or two lines of a card: text, with the last segment of each variable as a chip. */

import { Fragment, memo } from 'react';

type Part = { text: string; isVariable: boolean };

/** Splits a summary at its `{{…}}`. A variable becomes the last segment of its path, without filters. */
export function splitSummary(summary: string): Part[] {
  return summary
    .split(/(\{\{.*?\}\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const path = /^\{\{-?\s*([^}|]*?)\s*(?:\|[^}]*?)?-?\}\}$/.exec(part)?.[1];
      return path === undefined || path === ''
        ? { text: part, isVariable: false }
        : { text: path.split('.').at(-1) || path, isVariable: true };
    });
}

const httpRequest = /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) (.*)$/s;

export const SummaryText = memo(function Summary({ text, isRequest }: { text: string; isRequest: boolean }) {
  const [, method, address] = (isRequest ? httpRequest.exec(text) : null) ?? [];
  if (method !== undefined && address !== undefined) {
    return (
      <>
        <span className="method">{method}</span>
        <Parts text={address} isCode />
      </>
    );
  }
  return <Parts text={text} />;
});

function Parts({ text, isCode = false }: { text: string; isCode?: boolean }) {
  return splitSummary(text).map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.isVariable) {
      return (
        <span key={key} className="var">
          {part.text}
        </span>
      );
    }
    return isCode ? (
      <span key={key} className="mono">
        {part.text}
      </span>
    ) : (
      <Fragment key={key}>{part.text}</Fragment>
    );
  });
}
