/**
 * Marks what a statement writes into columns with data of contacts, when the statement is compiled: in one place for all that are
 * built, also for prepared ones, which are compiled once. Statements in SQL text mark it themselves, by `contactValue`.
 * A comparison with a list of nothing is compiled to what it says: PostgreSQL does not parse `in ()`.
 */

import {
  type BinaryOperationNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type OperationNode,
  type OperatorNode,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
  type UpdateQueryNode,
  type ValueListNode,
} from 'kysely';
import { ContactData } from './cell-cipher.ts';
import { encryptedColumns } from './schema/contact-data.ts';

export class MarkingSqliteCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const outcome = outcomeOfEmptyList(node);
    if (outcome === null) super.visitBinaryOperation(node);
    else this.append(outcome);
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    super.visitInsertQuery(markInsert(node));
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    super.visitUpdateQuery(markUpdate(node));
  }
}

export class MarkingPostgresCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const outcome = outcomeOfEmptyList(node);
    if (outcome === null) super.visitBinaryOperation(node);
    else this.append(outcome);
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    super.visitInsertQuery(markInsert(node));
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    super.visitUpdateQuery(markUpdate(node));
  }
}

/** Null for a comparison with anything else. */
function outcomeOfEmptyList({ operator, rightOperand }: BinaryOperationNode): 'true' | 'false' | null {
  const isEmpty = 'values' in rightOperand && (rightOperand.values as readonly unknown[]).length === 0;
  if (!isEmpty || operator.kind !== 'OperatorNode') return null;
  const word = (operator as OperatorNode).operator;
  if (word === 'in') return 'false';
  return word === 'not in' ? 'true' : null;
}

/** A value for that column, marked where the column has data of contacts. */
export function contactValue(table: string, column: string, value: unknown): unknown {
  return encryptedColumns(table)?.has(column) === true ? new ContactData(value) : value;
}

function markInsert(node: InsertQueryNode): InsertQueryNode {
  const encrypted = encryptedColumns(nameOf(node.into));
  if (encrypted === undefined) return node;
  const isMarked = (node.columns ?? []).map(({ column }) => encrypted.has(column.name));
  const { values, onConflict } = node;
  return {
    ...node,
    ...(values !== undefined && { values: markRows(values, isMarked) }),
    ...(onConflict?.updates !== undefined && {
      onConflict: { ...onConflict, updates: onConflict.updates.map((each) => markColumn(each, encrypted)) },
    }),
  };
}

function markUpdate(node: UpdateQueryNode): UpdateQueryNode {
  const encrypted = encryptedColumns(nameOf(node.table));
  if (encrypted === undefined || node.updates === undefined) return node;
  return { ...node, updates: node.updates.map((each) => markColumn(each, encrypted)) };
}

/** The nodes of values; others are parts of statements, and have none of ours. */
type Rows = OperationNode & { values: readonly (OperationNode & { values: readonly unknown[] })[] };

function markRows(node: OperationNode, isMarked: readonly boolean[]): OperationNode {
  if (node.kind !== 'ValuesNode') return node;
  const { values, ...rest } = node as Rows;
  const rows = values.map((row) =>
    row.kind === 'PrimitiveValueListNode'
      ? { ...row, values: row.values.map((value, at) => (isMarked[at] ? new ContactData(value) : value)) }
      : {
          ...row,
          values: (row as unknown as ValueListNode).values.map((value, at) =>
            isMarked[at] ? markValue(value) : value,
          ),
        },
  );
  return { ...rest, values: rows } as OperationNode;
}

function markColumn(node: ColumnUpdateNode, encrypted: ReadonlySet<string>): ColumnUpdateNode {
  return encrypted.has(columnOf(node.column)) ? { ...node, value: markValue(node.value) } : node;
}

function markValue(node: OperationNode): OperationNode {
  if (node.kind !== 'ValueNode') return node;
  const { value, immediate } = node as OperationNode & { value: unknown; immediate?: boolean };
  return immediate ? node : ({ ...node, value: new ContactData(value) } as OperationNode);
}

type Named = { table?: Named; node?: Named; identifier?: { name: string } };

/** Of a table, also of one that has another name in the statement. */
function nameOf(node: OperationNode | undefined): string {
  const named = node as Named | undefined;
  return (
    named?.identifier?.name ?? named?.table?.identifier?.name ?? named?.node?.table?.identifier?.name ?? ''
  );
}

function columnOf(node: OperationNode): string {
  const { column } = node as { column?: { name?: string; column?: { name: string } } };
  return column?.name ?? column?.column?.name ?? '';
}
