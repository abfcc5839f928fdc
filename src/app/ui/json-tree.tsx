/** A JSON value as a tree that opens and closes, with marks on what was added or changed. */

import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { isObject, type Json } from '#flow/json/json.ts';
import { pointer } from '#flow/json/json-pointer.ts';
import { useWords } from '../words/use-words.ts';
import { Icon } from './icon.tsx';
import './json-tree.css';

/** What happened to a value: it is new, or it was `old` before. Keyed by JSON pointer (`#/widgets/ask`). */
export type JsonMark = { mark: 'added' } | { mark: 'changed'; old: Json };

export type JsonTreeProps = {
  /** Accessible name. */
  label: string;
  value: Json;
  marks?: ReadonlyMap<string, JsonMark>;
  /** A row was pressed; `at` is its JSON pointer. */
  onAction?(at: string): void;
};

type Node = { id: string; name: string; value: Json; mark: JsonMark | undefined; children: Node[] };

/** Initially expands marked nodes and their ancestors, or the first level when nothing is marked. */
export function JsonTree({ label, value, marks, onAction }: JsonTreeProps) {
  const nodes = useMemo(() => nodesOf(value, [], marks, undefined), [value, marks]);
  const open = useMemo(
    () => (marks?.size ? [...openIds(nodes, marks)] : nodes.map(({ id }) => id)),
    [nodes, marks],
  );
  return (
    // The key remounts the tree when the marks change, so that they are expanded.
    <Tree
      className="tree"
      aria-label={label}
      items={nodes}
      defaultExpandedKeys={open}
      key={open.join(' ')}
      {...(onAction && { onAction: (key) => onAction(String(key)) })}
    >
      {(node) => <Row node={node} />}
    </Tree>
  );
}

function Row({ node }: { node: Node }) {
  const t = useWords('ui');
  const look = node.mark ? { added: ' add', changed: ' chg' }[node.mark.mark] : '';
  return (
    <TreeItem id={node.id} textValue={`${node.name} ${brief(node.value)}`}>
      <TreeItemContent>
        {({ isExpanded }) => (
          <div className={`j${look}`}>
            {node.children.length > 0 ? (
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
            <Value value={node.value} isOpen={isExpanded && node.children.length > 0} />
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{(child) => <Row node={child} />}</Collection>
    </TreeItem>
  );
}

function Value({ value, isOpen }: { value: Json; isOpen: boolean }) {
  const t = useWords('ui');
  if (Array.isArray(value))
    return isOpen ? null : <span className="of">{`[ ${t('items', { count: value.length })} ]`}</span>;
  if (isObject(value)) {
    return isOpen ? null : (
      <span className="of">{`{ ${t('keys', { count: Object.keys(value).length })} }`}</span>
    );
  }
  if (typeof value === 'string') return <span className="s">{JSON.stringify(value)}</span>;
  return <span className={typeof value === 'number' ? 'nn' : 'bb'}>{String(value)}</span>;
}

function brief(value: Json): string {
  if (Array.isArray(value)) return '[…]';
  return isObject(value) ? '{…}' : JSON.stringify(value);
}

/** A mark on an object or array holds for everything below it. */
function nodesOf(
  value: Json,
  path: string[],
  marks: ReadonlyMap<string, JsonMark> | undefined,
  above: JsonMark | undefined,
): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, child]) => {
    const below = [...path, name];
    const id = pointer(...below);
    const mark = marks?.get(id) ?? (above?.mark === 'added' ? above : undefined);
    return { id, name, value: child, mark, children: nodesOf(child, below, marks, mark) };
  });
}

function* openIds(
  nodes: readonly Node[],
  marks: ReadonlyMap<string, JsonMark> | undefined,
): Generator<string> {
  for (const node of nodes) {
    if (node.children.length === 0) continue;
    const marked =
      node.mark !== undefined || [...(marks?.keys() ?? [])].some((id) => id.startsWith(`${node.id}/`));
    if (marked) yield node.id;
    yield* openIds(node.children, marks);
  }
}
