/** The one or two lines of a card: text, with the last segment of each variable as a chip. */

import { Fragment, memo } from 'react';

type Part = { text: string; variable: boolean };

/** Splits a summary at its `{{…}}`. Of a variable the last segment of its path is left, without filters. */
export function splitSummary(summary: string): Part[] {
  return summary
    .split(/(\{\{.*?\}\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const path = /^\{\{-?\s*([^}|]*?)\s*(?:\|[^}]*?)?-?\}\}$/.exec(part)?.[1];
      return path === undefined || path === ''
        ? { text: part, variable: false }
        : { text: path.split('.').at(-1) || path, variable: true };
    });
}

const httpRequest = /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) (.*)$/s;

export const SummaryText = memo(function Summary({ text, isRequest }: { text: string; isRequest: boolean }) {
  const [, method, address] = (isRequest ? httpRequest.exec(text) : null) ?? [];
  if (method !== undefined && address !== undefined) {
    return (
      <>
        <span className="verb">{method}</span>
        <Parts text={address} mono />
      </>
    );
  }
  return <Parts text={text} />;
});

function Parts({ text, mono = false }: { text: string; mono?: boolean }) {
  return splitSummary(text).map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.variable) {
      return (
        <span key={key} className="var">
          {part.text}
        </span>
      );
    }
    return mono ? (
      <span key={key} className="mono">
        {part.text}
      </span>
    ) : (
      <Fragment key={key}>{part.text}</Fragment>
    );
  });
}
