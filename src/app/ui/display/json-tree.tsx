/**
 * A JSON value as a tree that opens and closes, with marks on what was added or changed. Only what is open is built, a part
 * of it at a time: a value may have a megabyte.
 */

import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { isMasked } from '#api/masking/is-masked.ts';
import { isObject, type Json } from '#flow/json/json.ts';
import { useWords } from '../../words/use-words.ts';
import { Icon } from '../marks/icon.tsx';
import { Masked } from '../marks/masked.tsx';
import {
  childCount,
  childrenOf,
  initiallyOpen,
  type JsonMark,
  type JsonNode,
  marksWithSurroundings,
  rowsAtOnce,
} from './json-nodes.ts';
import './json-tree.css';

export type { JsonMark };

export type JsonTreeProps = {
  /** Accessible name. */
  label: string;
  value: Json;
  marks?: ReadonlyMap<string, JsonMark>;
  /** A row was pressed; `at` is its JSON pointer. */
  onAction?(at: string): void;
};

/** A row behind the values that are shown of a long object or array. */
type RestNode = { id: string; above: string; hidden: number };

/** What is open, and how many values of a long object or array are shown when that is more than at first. */
type View = { open: ReadonlySet<string>; shown: ReadonlyMap<string, number> };

const noMarks: ReadonlyMap<string, JsonMark> = new Map();

/** Initially expands marked nodes and their ancestors, or the first level when nothing is marked. */
export function JsonTree({ label, value, marks: own = noMarks, onAction }: JsonTreeProps) {
  const marks = useMemo(() => marksWithSurroundings(own), [own]);
  const root = useMemo((): JsonNode => ({ id: '#', name: '', value, mark: undefined }), [value]);
  const first = useMemo((): View => ({ open: initiallyOpen(root, marks), shown: new Map() }), [root, marks]);
  const [chosen, setChosen] = useState({ first, view: first });
  // Another value, or other marks: they are expanded.
  const view = chosen.first === first ? chosen.view : first;
  const change = (next: Partial<View>) => setChosen({ first, view: { ...view, ...next } });
  const rowsOf = (node: JsonNode): (JsonNode | RestNode)[] => {
    const limit = view.shown.get(node.id) ?? rowsAtOnce;
    const children = childrenOf(node, marks, limit);
    const hidden = childCount(node.value) - children.length;
    return hidden === 0 ? children : [...children, { id: `${node.id} …`, above: node.id, hidden }];
  };
  const showMore = ({ above }: RestNode) =>
    change({ shown: new Map(view.shown).set(above, (view.shown.get(above) ?? rowsAtOnce) + rowsAtOnce) });
  const row = (node: JsonNode | RestNode) =>
    'hidden' in node ? (
      <RestRow node={node} onPress={() => showMore(node)} />
    ) : (
      <Row node={node} below={view.open.has(node.id) ? rowsOf(node) : []} row={row} view={view} />
    );
  return (
    <Tree
      className="tree"
      aria-label={label}
      items={rowsOf(root)}
      dependencies={[view, marks]}
      expandedKeys={view.open}
      onExpandedChange={(keys) => change({ open: new Set([...keys].map(String)) })}
      {...(onAction && { onAction: (key) => onAction(String(key)) })}
    >
      {row}
    </Tree>
  );
}

type RowProps = {
  node: JsonNode;
  /** What is shown below it; none while it is closed. */
  below: readonly (JsonNode | RestNode)[];
  row(node: JsonNode | RestNode): React.ReactElement;
  view: View;
};

function Row({ node, below, row, view }: RowProps) {
  const t = useWords('ui');
  const look = node.mark ? { added: ' add', changed: ' chg' }[node.mark.mark] : '';
  const hasChildren = childCount(node.value) > 0;
  return (
    <TreeItem id={node.id} textValue={`${node.name} ${brief(node.value)}`} hasChildItems={hasChildren}>
      <TreeItemContent>
        {({ isExpanded }) => (
          <div className={`j${look}`} translate="no">
            {hasChildren ? (
              <Button
                slot="chevron"
                className="tw"
                aria-label={t(isExpanded ? 'collapse' : 'expand', { name: node.name })}
              >
                <Icon of={ChevronRight} size={12} />
              </Button>
            ) : (
              <span className="tw" />
            )}
            <span className="k">{node.name}</span>
            {node.mark && <span className="vh">{t(node.mark.mark)}</span>}
            {node.mark?.mark === 'changed' && !isObject(node.mark.old) && (
              <span className="old">{brief(node.mark.old)}</span>
            )}
            <Value value={node.value} isOpen={isExpanded && hasChildren} />
          </div>
        )}
      </TreeItemContent>
      <Collection items={below} dependencies={[view]}>
        {row}
      </Collection>
    </TreeItem>
  );
}

function RestRow({ node, onPress }: { node: RestNode; onPress(): void }) {
  const t = useWords('ui');
  const text = t('moreValues', { count: node.hidden });
  return (
    <TreeItem id={node.id} textValue={text} onAction={onPress}>
      <TreeItemContent>
        <div className="j rest">
          <span className="tw" />
          {text}
        </div>
      </TreeItemContent>
    </TreeItem>
  );
}

/** Of a longer text the beginning is shown. */
const maxTextShown = 2_000;

function Value({ value, isOpen }: { value: Json; isOpen: boolean }) {
  const t = useWords('ui');
  if (Array.isArray(value))
    return isOpen ? null : <span className="of">{`[ ${t('items', { count: value.length })} ]`}</span>;
  if (isObject(value)) {
    return isOpen ? null : (
      <span className="of">{`{ ${t('keys', { count: Object.keys(value).length })} }`}</span>
    );
  }
  if (typeof value === 'string') {
    if (isMasked(value)) return <Masked text={value} />;
    const hidden = value.length - maxTextShown;
    return (
      <span className="s">
        {brief(value)}
        {hidden > 0 && <span className="of"> {t('moreCharacters', { count: hidden })}</span>}
      </span>
    );
  }
  return <span className={typeof value === 'number' ? 'nn' : 'bb'}>{String(value)}</span>;
}

function brief(value: Json): string {
  if (Array.isArray(value)) return '[…]';
  if (typeof value === 'string' && value.length > maxTextShown)
    return `${JSON.stringify(value.slice(0, maxTextShown)).slice(0, -1)}…`;
  return isObject(value) ? '{…}' : JSON.stringify(value);
}
