/** Two definitions as JSON, or two texts, side by side: the changed lines with some around them, the rest unfolds. */

import { ChevronsUpDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import { renamesOf } from '#flow/diff/change.ts';
import { diffLines, type LinePair, type NumberedLine } from '#flow/diff/line-diff.ts';
import { diffWords } from '#flow/diff/text-diff.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeStepper } from './change-stepper.tsx';
import { useChangeKeys } from './use-change-keys.ts';
import './json-comparison.css';

/** Unchanged lines that stay in sight before and after each change. */
const context = 3;

/** Fewer unchanged lines than this are not folded: the fold would take their place and hide what they say. */
const leastFolded = 8;

/** Lines that one press unfolds: a flow of a thousand widgets has forty thousand. */
const maxUnfolded = 400;

type Part =
  | { kind: 'changed' | 'context'; key: string; lines: readonly LinePair[] }
  | { kind: 'folded'; key: string; from: number; to: number };

export type JsonComparisonProps = {
  before: FlowDefinition;
  after: FlowDefinition;
  changes: readonly Change[];
  names: { before: string; after: string };
};

export function JsonComparison({ before, after, changes, names }: JsonComparisonProps) {
  const pairs = useMemo(() => diffLines(before, after, renamesOf(changes)), [before, after, changes]);
  return <LineComparison pairs={pairs} names={names} />;
}

type LineComparisonProps = { pairs: readonly LinePair[]; names: JsonComparisonProps['names'] };

export function LineComparison({ pairs, names }: LineComparisonProps) {
  const t = useWords('comparison');
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const parts = useMemo(() => partsOf(pairs, unfolded), [pairs, unfolded]);
  const count = parts.filter(({ kind }) => kind === 'changed').length;
  const [at, setAt] = useState(-1);
  const table = useRef<HTMLTableElement>(null);
  const step = useCallback(
    (by: 1 | -1) =>
      setAt((now) => (count === 0 ? -1 : (now === -1 && by === -1 ? count - 1 : now + by + count) % count)),
    [count],
  );
  useChangeKeys(step);
  useEffect(() => {
    table.current?.querySelectorAll('tbody.changed')[at]?.scrollIntoView({ block: 'center' });
  }, [at]);
  const unfold = (from: number, to: number) => {
    const end = Math.min(to, from + maxUnfolded);
    setUnfolded(new Set([...unfolded, ...Array.from({ length: end - from }, (_, index) => from + index)]));
  };
  const changed = parts.filter(({ kind }) => kind === 'changed');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: it is a part of the page, not a fieldset
    <div className="json-comparison" role="group" tabIndex={0} aria-label={t('jsonOf')}>
      {count > 0 && (
        <div className="json-steps">
          <ChangeStepper at={at} count={count} onStep={step} />
        </div>
      )}
      {count === 0 && <p className="none">{t('noLines')}</p>}
      <table ref={table}>
        <thead>
          <tr>
            <th className="vh">{t('line')}</th>
            <th>{names.before}</th>
            <th className="vh">{t('line')}</th>
            <th>{names.after}</th>
          </tr>
        </thead>
        {parts.map((part) => {
          if (part.kind === 'folded') {
            const { from, to } = part;
            return (
              <tbody key={part.key} className="folded">
                <tr>
                  <td colSpan={4}>
                    <button type="button" onClick={() => unfold(from, to)}>
                      <Icon of={ChevronsUpDown} size={14} />
                      {t('unchangedLines', { count: to - from })}
                    </button>
                  </td>
                </tr>
              </tbody>
            );
          }
          const isCurrent = part.kind === 'changed' && part === changed[at];
          return (
            <tbody key={part.key} className={isCurrent ? 'changed on' : part.kind}>
              {part.lines.map((pair) => (
                <Row key={`${pair.before?.number ?? ''} ${pair.after?.number ?? ''}`} pair={pair} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

function Row({ pair: { before, after, isSame } }: { pair: LinePair }) {
  if (isSame)
    return (
      <tr>
        <Line line={before} />
        <Line line={after} />
      </tr>
    );
  return (
    <tr>
      <td className="num">{before?.number}</td>
      <td className={before === null ? 'absent' : 'old'}>
        {before !== null && <del>{withMarks('removed', before, after)}</del>}
      </td>
      <td className="num">{after?.number}</td>
      <td className={after === null ? 'absent' : 'young'}>
        {after !== null && <ins>{withMarks('added', before, after)}</ins>}
      </td>
    </tr>
  );
}

/** One side of a changed line, with what only it has marked; a line that only one side has is not marked in parts. */
function withMarks(side: 'removed' | 'added', before: NumberedLine | null, after: NumberedLine | null) {
  if (before === null || after === null) return (before ?? after)?.text;
  return diffWords(before.text, after.text).map(({ kind, text }, index) => {
    const key = `${index}`;
    if (kind === 'same') return text;
    return kind === side ? <mark key={key}>{text}</mark> : null;
  });
}

function Line({ line }: { line: NumberedLine | null }) {
  return (
    <>
      <td className="num">{line?.number}</td>
      <td>{line?.text}</td>
    </>
  );
}

/** Runs of changed lines, the lines around them, and what is folded between. `unfolded` has indices of pairs. */
function partsOf(pairs: readonly LinePair[], unfolded: ReadonlySet<number>): Part[] {
  const isNear = new Uint8Array(pairs.length);
  pairs.forEach(({ isSame }, index) => {
    if (!isSame) isNear.fill(1, Math.max(0, index - context), index + context + 1);
  });
  for (let from = isNear.indexOf(0); from !== -1; ) {
    const next = isNear.indexOf(1, from);
    const to = next === -1 ? pairs.length : next;
    if (to - from < leastFolded) isNear.fill(1, from, to);
    from = isNear.indexOf(0, to);
  }
  const kindAt = (index: number): Part['kind'] => {
    if (pairs[index]?.isSame === false) return 'changed';
    return isNear[index] === 1 || unfolded.has(index) ? 'context' : 'folded';
  };
  const parts: Part[] = [];
  let from = 0;
  for (let index = 1; index <= pairs.length; index += 1) {
    const kind = kindAt(from);
    if (index < pairs.length && kindAt(index) === kind) continue;
    const key = `${kind} ${from}`;
    parts.push(
      kind === 'folded' ? { kind, key, from, to: index } : { kind, key, lines: pairs.slice(from, index) },
    );
    from = index;
  }
  return parts;
}
