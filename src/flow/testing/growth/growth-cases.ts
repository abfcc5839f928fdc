/**
 * How to call each public function of `flow` with an input of size n, by file and name, then by what of the input grows:
 * `make(n)` prepares the call. Those without a size are in `constantFunctions`.
 */

import * as address from '../../address.ts';
import * as groups from '../../annotations/groups.ts';
import * as notes from '../../annotations/notes.ts';
import * as travelling from '../../annotations/travelling.ts';
import * as canonical from '../../canonical/canonical.ts';
import { applyOperations, valueAt } from '../../change/apply.ts';
import { operationsBetween } from '../../change/derive.ts';
import { invertOperations } from '../../change/invert.ts';
import { mergeText } from '../../change/merge-text.ts';
import { renameWidgets } from '../../change/rename-widgets.ts';
import { diffSequences } from '../../change/sequence-diff.ts';
import * as workingCopy from '../../change/working-copy.ts';
import * as editor from '../../commands/editor.ts';
import * as commandLog from '../../commands/log.ts';
import * as named from '../../commands/named-widgets.ts';
import { isOperation, readCommand } from '../../commands/read-command.ts';
import { addedBytes, damageOf, definitionBytes, exceededLimit } from '../../commands/sound-copy.ts';
import { redo, undo } from '../../commands/undo.ts';
import { connectedTriggers } from '../../connected-triggers.ts';
import { transitionsOf } from '../../definition.ts';
import { applyDiff } from '../../diff/apply.ts';
import { alteredWidgets } from '../../diff/behaviour.ts';
import { renamesOf } from '../../diff/change.ts';
import { changedParts } from '../../diff/changed-parts.ts';
import { diff } from '../../diff/diff.ts';
import { diffLines, diffTextLines } from '../../diff/line-diff.ts';
import { revertChanges } from '../../diff/revert-changes.ts';
import { summarizeChanges } from '../../diff/summarize-changes.ts';
import { diffWords } from '../../diff/text-diff.ts';
import { widgetNames } from '../../diff/widget-names.ts';
import { addBranches, splitAnswers } from '../../edit/add-branches.ts';
import { addWidget, uniqueName } from '../../edit/add-widget.ts';
import * as branches from '../../edit/branches.ts';
import { type AskForm, askComposition, composeAsk, furtherWords } from '../../edit/compose-ask.ts';
import { composeMenu, type MenuForm, menuComposition } from '../../edit/compose-menu.ts';
import { connect, disconnect, insertNewOnCord, setEventNext } from '../../edit/connect.ts';
import * as copying from '../../edit/copy-widgets.ts';
import { findOutlet, findWidget } from '../../edit/definition-access.ts';
import { prefillSplit } from '../../edit/followed-variable.ts';
import { moveCordSource } from '../../edit/move-cord.ts';
import { moveWidgets } from '../../edit/move-widgets.ts';
import { removeAndReconnect } from '../../edit/remove-widgets.ts';
import { possibleMentions, renameMentions } from '../../edit/rename-mentions.ts';
import { renameVariable, variableNameError } from '../../edit/rename-variable.ts';
import { asWidgetName, nameError, renameWidget } from '../../edit/rename-widget.ts';
import { moveEarlier, moveLater } from '../../edit/reorder-widget.ts';
import { applyReplacements, planReplacements } from '../../edit/replace-text.ts';
import { replaceState, setProperty } from '../../edit/set-property.ts';
import { extractedFlow, replaceBySubflow } from '../../edit/subflow/extract-subflow.ts';
import { inlineSubflow } from '../../edit/subflow/inline-subflow.ts';
import { planExtraction } from '../../edit/subflow/plan-extraction.ts';
import { planInlining } from '../../edit/subflow/plan-inlining.ts';
import { cordsOf, outletsOf, reachableNames, widgetIds } from '../../graph.ts';
import { widgetsAlong } from '../../graph-reach.ts';
import { attributeOf, readTag } from '../../handlebars/html-tags.ts';
import { textOfHtml } from '../../handlebars/html-text.ts';
import * as handlebars from '../../handlebars/parse.ts';
import * as handlebarsRender from '../../handlebars/render.ts';
import { exportWithTests, readExportedTests } from '../../import-export/flow-with-tests.ts';
import { mermaidText } from '../../import-export/mermaid.ts';
import { readDefinition } from '../../import-export/read-definition.ts';
import type { Json } from '../../json/json.ts';
import { jsonEqual } from '../../json/json-equal.ts';
import { valueAt as jsonAt, pathOf, pointer } from '../../json/json-pointer.ts';
import { jsonErrorLine } from '../../json/json-syntax-error.ts';
import { parseExactJson, parseShownJson } from '../../json/parse-json.ts';
import { stringsIn } from '../../json/strings-in.ts';
import * as align from '../../layout/align.ts';
import { cardSize } from '../../layout/card-size.ts';
import { cardBoxes, nearestClearPlace, placeBelowOutlet } from '../../layout/clear-place.ts';
import { commonWay } from '../../layout/common-way.ts';
import { layoutDefinition } from '../../layout/layout.ts';
import { jackOffsets, outletCells } from '../../layout/outlet-places.ts';
import { separateCards } from '../../layout/separate-cards.ts';
import { merge } from '../../merge/merge.ts';
import { messageLength } from '../../message-length.ts';
import { numberInText } from '../../number/numeric.ts';
import { comparisonPicture } from '../../picture/comparison-picture.ts';
import { flowPicture } from '../../picture/picture.ts';
import { matchWords } from '../../search/match-words.ts';
import { searchAnnotations } from '../../search/search-annotations.ts';
import { searchFlow } from '../../search/search-flow.ts';
import { parseSearchQuery } from '../../search/search-query.ts';
import { parseTemplate, renderTemplate } from '../../template/template.ts';
import { hasTemplate, variableReferences } from '../../template/variable-references.ts';
import { foldText } from '../../text/fold-text.ts';
import { normalizeText } from '../../text/normalize-text.ts';
import { countFindings, isValid } from '../../validation/finding.ts';
import { quickFix } from '../../validation/quick-fixes.ts';
import { silence, splitSilenced, unsilence, widgetOfFinding } from '../../validation/silenced.ts';
import { createMemoizedValidate, validate, validateErrors } from '../../validation/validate.ts';
import { ownVerdict, verdictIn } from '../../validation/verdict.ts';
import { variablesAt } from '../../variables/variables.ts';
import { subflowUses, variableUses, widgetUses } from '../../variables/where-used.ts';
import { conditionPhrase } from '../../widgets/conditions.ts';
import { isNestedTooDeeply, jsonSize } from '../../work-budget/json-size.ts';
import { WorkBudget } from '../../work-budget/work-budget.ts';
import * as input from './inputs.ts';

const { annotated, chain, copyOf, grouped, names, numbers, selection, split, text, wide } = input;

/** Prepares a call with an input of size n. */
export type MakeCall = (n: number) => () => unknown;

const last = (n: number) => `w${n - 1}`;
const label = { name: 'changeProperty' };
const from = { widget: 'w0', outlet: 'incomingMessage' };
const size = { width: 240, height: 100 };
const time = { now: 0, timeZone: 'UTC' };
const place = { kind: 'outlet', from } as const;
const json = (value: unknown) => value as Json;

/** A chain, its widgets with other texts, and of every fourth another name. */
const reworded = (n: number) => chain(n, 'Welcome');
const renamed = (n: number) =>
  renameWidgets(chain(n), new Map(numbers(n).flatMap((at) => (at % 4 === 0 ? [[`w${at}`, `r${at}`]] : []))));

const askForm = (n: number): AskForm => ({
  question: 'Which?',
  answers: numbers(n).map((at) => ({ words: [`answer${at}`], reply: `Reply ${at}` })),
  anythingElse: { kind: 'open' },
  noReply: { kind: 'open' },
  timeout: 60,
  names: {},
});
const menuForm = (n: number): MenuForm => ({
  greeting: 'Hello',
  language: 'en-US',
  keys: numbers(n).map((at) => ({ word: `word${at}`, action: 'say', value: `Say ${at}` })),
  anotherKey: { kind: 'open' },
  noKey: { kind: 'open' },
  timeout: 5,
  names: {},
});

function extraction(n: number) {
  const definition = chain(n);
  const planned = planExtraction(definition, names(n).slice(3));
  if (!planned.ok) throw new Error(JSON.stringify(planned.obstacles.slice(0, 3)));
  return { definition, plan: planned.plan };
}

/** A chain that runs a subflow, and that subflow. */
function inlining(n: number) {
  const { definition, plan } = extraction(n);
  const subflow = extractedFlow(definition, plan, 'Subflow');
  const replaced = replaceBySubflow(definition, plan, {
    sid: 'FW1',
    name: 'Sub',
    revision: 'LatestPublished',
  });
  const run = replaced.definition.states.find(({ type }) => type === 'run-subflow')?.name ?? '';
  return { definition: replaced.definition, subflow, run };
}

/** An editor with `count` own edits that waits for as many of others. */
const received = (count: number) => ({
  state: input.edited(10),
  edits: input.log(count, 'theirs', 10).map((each) => ({ ...each, author_name: 'A', client: 'c' })),
});

const silenced = (n: number) => ({
  ...chain(n),
  ui: { silenced: names(n).map((widget) => ({ widget, rule: 'dead-end', reason: 'meant' })) },
});
const findings = (n: number) =>
  numbers(n).map((at) => ({
    ...({ severity: 'warning', code: 'dead-end', message: 'It ends.' } as const),
    property_path: pointer('states', at + 1),
  }));

export const growthCases: Readonly<Record<string, Readonly<Record<string, Record<string, MakeCall>>>>> = {
  'address.ts': {
    withoutPunctuation: { text: (n) => () => address.withoutPunctuation('1-'.repeat(n)) },
    addressError: { text: (n) => () => address.addressError('1 '.repeat(n)) },
  },
  'annotations/groups.ts': {
    groupsOf: {
      groups: (n) => {
        const f = annotated(n);
        return () => groups.groupsOf(f);
      },
    },
    groupWidgets: {
      widgets: (n) => {
        const f = chain(n);
        return () => groups.groupWidgets(f, 'g', names(n), '');
      },
    },
    changeGroup: {
      groups: (n) => {
        const f = annotated(n);
        return () => groups.changeGroup(f, 'g1', { title: 'x' });
      },
    },
    moveGroup: {
      widgets: (n) => {
        const f = grouped(n);
        return () => groups.moveGroup(f, 'g1', { x: 1, y: 1 });
      },
      groups: (n) => {
        const f = annotated(n);
        return () => groups.moveGroup(f, 'g1', { x: 1, y: 1 });
      },
    },
    annotationsIn: {
      groups: (n) => {
        const f = annotated(n);
        return () => groups.annotationsIn(f, 'g1');
      },
    },
    removeGroup: {
      groups: (n) => {
        const f = annotated(n);
        return () => groups.removeGroup(f, 'g1');
      },
    },
    membersOf: {
      widgets: (n) => {
        const f = chain(n);
        return () => groups.membersOf(f, { x: 0, y: 0, width: 900, height: 900 });
      },
    },
    membersByGroup: {
      'widgets and groups': (n) => {
        const f = grouped(n);
        return () => groups.membersByGroup(f, groups.groupsOf(f));
      },
    },
    groupTitlesByWidget: {
      'widgets and groups': (n) => {
        const f = grouped(n);
        return () => groups.groupTitlesByWidget(f);
      },
    },
    groupsWith: {
      'widgets and groups': (n) => {
        const f = grouped(n);
        return () => groups.groupsWith(f, new Set(['w1']));
      },
    },
    followMembers: {
      'widgets and groups': (n) => {
        const f = grouped(n);
        const after = moveWidgets(
          f,
          new Map(names(n).map((id, at) => [id, { x: (at % 20) * 300 + 40, y: at * 240 }])),
        );
        return () => groups.followMembers(f, after, { keepsMembers: true });
      },
    },
  },
  'annotations/notes.ts': {
    notesOf: {
      notes: (n) => {
        const f = annotated(n);
        return () => notes.notesOf(f);
      },
    },
    putNote: {
      notes: (n) => {
        const f = annotated(n);
        return () =>
          notes.putNote(f, 'x', { x: 0, y: 0, width: 200, height: 100, text: '', color: 'yellow' });
      },
    },
    changeNote: {
      notes: (n) => {
        const f = annotated(n);
        return () => notes.changeNote(f, 'n1', { text: 'x' });
      },
    },
    removeNote: {
      notes: (n) => {
        const f = annotated(n);
        return () => notes.removeNote(f, 'n1');
      },
    },
  },
  'annotations/travelling.ts': {
    widgetsOfSelection: {
      widgets: (n) => {
        const f = grouped(n);
        return () =>
          travelling.widgetsOfSelection(f, {
            widgets: new Set(names(n)),
            annotation: { kind: 'group', id: 'g1' },
          });
      },
    },
    annotationsWith: {
      'widgets and groups': (n) => {
        const f = grouped(n);
        return () => travelling.annotationsWith(f, selection(n));
      },
      notes: (n) => {
        const f = annotated(n);
        return () => travelling.annotationsWith(f, selection(6));
      },
    },
    readAnnotations: {
      notes: (n) => {
        const f = annotated(n);
        return () => travelling.readAnnotations(f.ui);
      },
    },
    framesOf: {
      notes: (n) => {
        const f = travelling.readAnnotations(annotated(n).ui);
        return () => travelling.framesOf(f);
      },
    },
    moveAnnotations: {
      notes: (n) => {
        const f = annotated(n);
        return () =>
          travelling.moveAnnotations(
            f,
            numbers(n).map((at) => ({ kind: 'note', id: `n${at}` })),
            { x: 1, y: 1 },
          );
      },
    },
  },
  'canonical/canonical.ts': {
    canonicalDefinition: {
      widgets: (n) => {
        const f = chain(n);
        return () => canonical.canonicalDefinition(f);
      },
    },
    canonicalText: {
      widgets: (n) => {
        const f = chain(n);
        return () => canonical.canonicalText(f);
      },
      properties: (n) => {
        const f = wide(n);
        return () => canonical.canonicalText(f);
      },
    },
    canonicalState: {
      transitions: (n) => {
        const s = json(input.splitState(n));
        return () => canonical.canonicalState(s);
      },
    },
    canonicalJson: {
      values: (n) => {
        const v = json(wide(n));
        return () => canonical.canonicalJson(v);
      },
    },
  },
  'change/apply.ts': {
    applyOperations: {
      operations: (n) => {
        const { copy } = copyOf(chain(10));
        return () => applyOperations(copy, input.settings(n, 'x', 10));
      },
    },
    valueAt: {
      widgets: (n) => {
        const { copy } = copyOf(chain(n));
        return () => valueAt(copy, last(n), ['properties', 'body']);
      },
    },
  },
  'change/derive.ts': {
    operationsBetween: {
      widgets: (n) => {
        const { copy } = copyOf(chain(n));
        return () => operationsBetween(copy, { name: 'Flow', definition: reworded(n) }, String);
      },
      transitions: (n) => {
        const { copy } = copyOf(split(n));
        return () => operationsBetween(copy, { name: 'Flow', definition: split(n, 3) }, String);
      },
    },
  },
  'commands/editor.ts': {
    edit: {
      widgets: (n) => {
        const state = editor.createEditor(copyOf(chain(n)));
        return () => editor.edit(state, { name: 'Flow', definition: reworded(n) }, { id: 'a', label });
      },
    },
    nextToSend: {
      edits: (n) => {
        const state = input.edited(n);
        return () => editor.nextToSend(state, n);
      },
    },
    sendAgain: {
      edits: (n) => {
        const state = input.edited(n);
        return () => editor.sendAgain(state);
      },
    },
    withdraw: {
      edits: (n) => {
        const state = input.edited(n);
        return () => editor.withdraw(state, 'own0');
      },
    },
    settle: {
      edits: (n) => {
        const state = input.edited(n);
        return () => editor.settle(state, 5);
      },
    },
    receive: {
      'edits received': (n) => {
        const { state, edits } = received(n);
        return () => editor.receive(state, edits);
      },
      'own edits': (n) => {
        const [state, { edits }] = [input.edited(n), received(1)];
        return () => editor.receive(state, edits);
      },
    },
    rebaseOnCopy: {
      edits: (n) => {
        const state = input.edited(n);
        const newest = copyOf(chain(10, 'Welcome'), 9);
        return () => editor.rebaseOnCopy(state, newest, new Set());
      },
    },
    restoreLost: {
      operations: (n) => {
        const state = editor.createEditor(copyOf(chain(10)));
        const lost = {
          id: 'l',
          label,
          operations: input.settings(n, 'x', 10),
          shown: copyOf(chain(10, 'Welcome')).copy,
        };
        return () => editor.restoreLost({ ...state, lost: [lost] }, lost, { id: 'a', label });
      },
    },
    dismissLost: {
      edits: (n) => {
        const state = editor.createEditor(copyOf(chain(3)));
        const lost = numbers(n).map((at) => ({ id: `l${at}`, label, operations: [], shown: state.shown }));
        return () => editor.dismissLost({ ...state, lost }, 'l0');
      },
    },
  },
  'commands/undo.ts': {
    undo: {
      edits: (n) => {
        const state = input.edited(n);
        return () => undo(state, 'u');
      },
    },
    redo: {
      edits: (n) => {
        const state = undo(input.edited(n), 'u');
        return () => redo(state, 'r');
      },
    },
  },
  'change/invert.ts': {
    invertOperations: {
      operations: (n) => {
        const { copy } = copyOf(chain(10));
        return () => invertOperations(copy, input.settings(n, 'x', 10));
      },
    },
  },
  'commands/log.ts': {
    replay: {
      edits: (n) => {
        const start = copyOf(chain(10));
        return () => commandLog.replay(start, input.log(n, 'x', 10));
      },
    },
    rebaseAll: {
      commands: (n) => {
        const { copy } = copyOf(chain(10));
        const to = copyOf(chain(10, 'Welcome')).copy;
        return () => commandLog.rebaseAll(input.log(n, 'x', 10), copy, to);
      },
    },
    appendCommands: {
      commands: (n) => {
        const start = copyOf(chain(10));
        return () =>
          commandLog.appendCommands(input.log(n, 'x', 10), start, input.log(5, 'y', 10), new Map());
      },
      edits: (n) => {
        const start = copyOf(chain(10));
        return () =>
          commandLog.appendCommands(input.log(5, 'x', 10), start, input.log(n, 'y', 10), new Map());
      },
    },
  },
  'commands/named-widgets.ts': {
    namedWidgets: {
      'widgets and names': (n) => {
        const { copy } = copyOf(chain(n));
        return () => named.namedWidgets(copy, names(n));
      },
    },
    renamesSince: {
      'widgets and names': (n) => {
        const { copy } = copyOf(renamed(n));
        const known = named.namedWidgets(copyOf(chain(n)).copy, names(n));
        return () => named.renamesSince(copy, known, names(n));
      },
    },
    renamedWidgets: {
      names: (n) => {
        const known = named.namedWidgets(copyOf(chain(n)).copy, names(n));
        const renames = new Map(names(n).map((name) => [name, `${name}r`]));
        return () => named.renamedWidgets(known, renames);
      },
    },
  },
  'commands/read-command.ts': {
    readCommand: {
      operations: (n) => {
        const command = { id: '12345678-aaaa', label, operations: input.settings(n) };
        return () => readCommand(command);
      },
    },
    isOperation: {
      values: (n) => {
        const operation = { ...input.settings(1)[0], to: numbers(n) };
        return () => isOperation(operation);
      },
    },
  },
  'commands/sound-copy.ts': {
    damageOf: {
      widgets: (n) => {
        const { copy } = copyOf(chain(n));
        return () => damageOf(copy);
      },
    },
    exceededLimit: {
      widgets: (n) => {
        const [a, b] = [copyOf(chain(n)).copy, copyOf(reworded(n)).copy];
        return () => exceededLimit(a, b);
      },
    },
    definitionBytes: {
      widgets: (n) => {
        const { copy } = copyOf(chain(n));
        return () => definitionBytes(copy);
      },
    },
    addedBytes: {
      widgets: (n) => {
        const [a, b] = [copyOf(chain(n)).copy, copyOf(reworded(n)).copy];
        return () => addedBytes(a, b);
      },
    },
  },
  'change/working-copy.ts': {
    workingCopyOf: {
      widgets: (n) => {
        const definition = chain(n);
        return () => workingCopy.workingCopyOf({ name: '', definition });
      },
    },
    stateOf: {
      widgets: (n) => {
        const { copy } = copyOf(chain(n));
        return () => workingCopy.stateOf(copy, last(n));
      },
    },
    nameOf: {
      widgets: (n) => {
        const { copy } = copyOf(chain(n));
        return () => workingCopy.nameOf(copy, last(n));
      },
    },
    identityOf: {
      widgets: (n) => {
        const { copy } = copyOf(chain(n));
        return () => workingCopy.identityOf(copy, last(n));
      },
    },
  },
  'connected-triggers.ts': {
    connectedTriggers: {
      widgets: (n) => {
        const f = chain(n);
        return () => connectedTriggers({ ...f, initial_state: last(n) });
      },
    },
  },
  'definition.ts': {
    transitionsOf: {
      transitions: (n) => {
        const s = input.splitState(n);
        return () => transitionsOf(s);
      },
    },
  },
  'diff/apply.ts': {
    applyDiff: {
      widgets: (n) => {
        const a = chain(n);
        const d = diff(a, reworded(n));
        return () => applyDiff(a, d);
      },
      transitions: (n) => {
        const a = split(n);
        const d = diff(a, split(n, 3));
        return () => applyDiff(a, d);
      },
    },
  },
  'diff/behaviour.ts': {
    alteredWidgets: {
      widgets: (n) => {
        const [a, b] = [chain(n), reworded(n)];
        return () => alteredWidgets(a, b);
      },
    },
  },
  'diff/change.ts': {
    renamesOf: {
      changes: (n) => {
        const { changes } = diff(chain(n), renamed(n));
        return () => renamesOf(changes);
      },
    },
  },
  'diff/changed-parts.ts': {
    changedParts: {
      widgets: (n) => {
        const [a, b] = [chain(n), reworded(n)];
        return () => changedParts({ name: 'a', definition: a }, { name: 'b', definition: b });
      },
    },
  },
  'diff/diff.ts': {
    diff: {
      widgets: (n) => {
        const [a, b] = [chain(n), reworded(n)];
        return () => diff(a, b);
      },
      'renamed widgets': (n) => {
        const [a, b] = [chain(n), renamed(n)];
        return () => diff(a, b);
      },
      transitions: (n) => {
        const [a, b] = [split(n), split(n, 3)];
        return () => diff(a, b);
      },
    },
  },
  'diff/line-diff.ts': {
    diffLines: {
      widgets: (n) => {
        const [a, b] = [chain(n), reworded(n)];
        return () => diffLines(a, b, new Map());
      },
    },
    diffTextLines: {
      lines: (n) => {
        const [a, b] = [numbers(n), numbers(n).map((at) => (at % 7 === 0 ? at + 0.5 : at))];
        return () => diffTextLines(a.join('\n'), b.join('\n'));
      },
    },
  },
  'change/rename-widgets.ts': {
    renameWidgets: {
      widgets: (n) => {
        const f = chain(n);
        const to = new Map(names(n).map((name) => [name, `${name}r`]));
        return () => renameWidgets(f, to);
      },
    },
  },
  'diff/revert-changes.ts': {
    revertChanges: {
      widgets: (n) => {
        const [a, b] = [chain(n), reworded(n)];
        const { changes } = diff(a, b);
        return () => revertChanges(a, b, changes, new Set(changes));
      },
    },
  },
  'change/sequence-diff.ts': {
    diffSequences: {
      items: (n) => () =>
        diffSequences(
          numbers(n),
          numbers(n).map((at) => at + (at % 7 === 0 ? n : 0)),
        ),
      'equal items': (n) => () =>
        diffSequences(
          numbers(n).map((at) => at % 3),
          numbers(n).map((at) => (at + 1) % 5),
        ),
    },
  },
  'diff/summarize-changes.ts': {
    summarizeChanges: {
      changes: (n) => {
        const { changes } = diff(chain(n), reworded(n));
        return () => summarizeChanges(changes);
      },
    },
  },
  'diff/text-diff.ts': {
    diffWords: { words: (n) => () => diffWords(text(n), text(n, 'other')) },
  },
  'diff/widget-names.ts': {
    widgetNames: {
      definitions: (n) => {
        const list = numbers(n).map(() => chain(4));
        return () => widgetNames('w1', list);
      },
    },
  },
  'edit/add-branches.ts': {
    addBranches: {
      answers: (n) => {
        const f = split(3);
        return () =>
          addBranches(
            f,
            'w0',
            numbers(n)
              .map((at) => `a${at}`)
              .join(', '),
          );
      },
    },
    splitAnswers: {
      answers: (n) => () =>
        splitAnswers(
          numbers(n)
            .map((at) => `a${at}`)
            .join(', '),
        ),
    },
  },
  'edit/add-widget.ts': {
    addWidget: {
      widgets: (n) => {
        const f = chain(n);
        return () => addWidget(f, 'send-message', { x: 0, y: 0 });
      },
    },
    uniqueName: {
      widgets: (n) => {
        const f = chain(n);
        return () => uniqueName(f, 'w0');
      },
    },
  },
  'edit/branches.ts': {
    addBranch: {
      transitions: (n) => {
        const f = split(n);
        return () => branches.addBranch(f, 'w0');
      },
    },
    removeBranch: {
      transitions: (n) => {
        const f = split(n);
        return () => branches.removeBranch(f, 'w0', 'match~2');
      },
    },
    moveBranch: {
      transitions: (n) => {
        const f = split(n);
        return () => branches.moveBranch(f, 'w0', 'match~2', n - 1);
      },
    },
    setConditions: {
      transitions: (n) => {
        const f = split(n);
        return () => branches.setConditions(f, 'w0', 'match~2', [input.condition('x')]);
      },
    },
    setCondition: {
      transitions: (n) => {
        const f = split(n);
        return () => branches.setCondition(f, 'w0', 'match~2', 0, { value: 'x' });
      },
    },
  },
  'edit/compose-ask.ts': {
    furtherWords: {
      answers: (n) => () =>
        furtherWords(
          numbers(n)
            .map((at) => `a${at}`)
            .join(', '),
        ),
    },
    askComposition: { answers: (n) => () => askComposition(askForm(n)) },
    composeAsk: {
      answers: (n) => {
        const f = chain(3);
        return () => composeAsk(f, askForm(n), place);
      },
      widgets: (n) => {
        const f = chain(n);
        return () => composeAsk(f, askForm(2), place);
      },
    },
  },
  'edit/compose-menu.ts': {
    menuComposition: { answers: (n) => () => menuComposition(menuForm(n)) },
    composeMenu: {
      widgets: (n) => {
        const f = chain(n);
        return () => composeMenu(f, menuForm(3), place);
      },
    },
  },
  'edit/connect.ts': {
    connect: {
      widgets: (n) => {
        const f = chain(n);
        return () => connect(f, from, last(n));
      },
    },
    disconnect: {
      widgets: (n) => {
        const f = chain(n);
        return () => disconnect(f, from);
      },
    },
    setEventNext: {
      widgets: (n) => {
        const f = chain(n);
        return () => setEventNext(f, 'w0', 'timeout', last(n));
      },
    },
    insertNewOnCord: {
      widgets: (n) => {
        const f = chain(n);
        return () => insertNewOnCord(f, from, 'send-message', { x: 0, y: 0 });
      },
    },
  },
  'edit/copy-widgets.ts': {
    copyWidgets: {
      widgets: (n) => {
        const f = chain(n);
        return () => copying.copyWidgets(f, selection(n));
      },
    },
    isCopyable: {
      widgets: (n) => {
        const f = chain(n);
        return () => copying.isCopyable(f, selection(n));
      },
    },
    cutWidgets: {
      widgets: (n) => {
        const f = chain(n);
        return () => copying.cutWidgets(f, selection(Math.floor(n / 2)));
      },
    },
    pasteWidgets: {
      widgets: (n) => {
        const f = chain(n);
        const copied = copying.copyWidgets(f, selection(n));
        return () => copying.pasteWidgets(f, copied, null);
      },
    },
    duplicateWidgets: {
      widgets: (n) => {
        const f = chain(n);
        return () => copying.duplicateWidgets(f, selection(n));
      },
    },
  },
  'edit/definition-access.ts': {
    findWidget: {
      widgets: (n) => {
        const f = chain(n);
        return () => findWidget(f, last(n));
      },
    },
    findOutlet: {
      widgets: (n) => {
        const f = chain(n);
        return () => findOutlet(f, from);
      },
    },
  },
  'edit/followed-variable.ts': {
    prefillSplit: {
      widgets: (n) => {
        const f = chain(n);
        return () => prefillSplit(f, last(n), from);
      },
    },
  },
  'edit/move-cord.ts': {
    moveCordSource: {
      widgets: (n) => {
        const f = chain(n);
        return () => moveCordSource(f, from, { widget: last(n), outlet: 'sent' });
      },
    },
  },
  'edit/move-widgets.ts': {
    moveWidgets: {
      widgets: (n) => {
        const f = chain(n);
        const to = new Map(names(n).map((id) => [id, { x: 1, y: 1 }]));
        return () => moveWidgets(f, to);
      },
    },
  },
  'edit/remove-widgets.ts': {
    removeAndReconnect: {
      widgets: (n) => {
        const f = chain(n);
        return () =>
          removeAndReconnect(
            f,
            names(n).filter((_, at) => at % 2 === 0),
          );
      },
    },
  },
  'edit/rename-mentions.ts': {
    renameMentions: {
      words: (n) => {
        const to = new Map([['word_1', 'x_1']]);
        // Braces that nothing closes: a pattern would look for their end from each of them.
        return () => renameMentions(`word_1 {{ a https://x `.repeat(n), to);
      },
    },
    possibleMentions: { words: (n) => () => possibleMentions(text(n)) },
  },
  'edit/rename-variable.ts': {
    variableNameError: {
      widgets: (n) => {
        const f = chain(n);
        return () => variableNameError(f, 'fresh');
      },
    },
    renameVariable: {
      widgets: (n) => {
        const f = chain(n);
        return () => renameVariable(f, 'v2_', 'fresh');
      },
    },
  },
  'edit/rename-widget.ts': {
    asWidgetName: { text: (n) => () => asWidgetName('a '.repeat(n)) },
    nameError: {
      widgets: (n) => {
        const f = chain(n);
        return () => nameError(f, 'w1', 'fresh');
      },
    },
    renameWidget: {
      widgets: (n) => {
        const f = chain(n);
        return () => renameWidget(f, 'w1', 'fresh');
      },
      notes: (n) => {
        const f = annotated(n);
        return () => renameWidget(f, 'w1', 'fresh');
      },
    },
  },
  'edit/reorder-widget.ts': {
    moveEarlier: {
      widgets: (n) => {
        const f = chain(n);
        return () => moveEarlier(f, last(n));
      },
    },
    moveLater: {
      widgets: (n) => {
        const f = chain(n);
        return () => moveLater(f, 'w1');
      },
    },
  },
  'edit/replace-text.ts': {
    planReplacements: {
      widgets: (n) => {
        const f = chain(n);
        return () => planReplacements(f, 'Hello', 'Welcome');
      },
    },
    applyReplacements: {
      widgets: (n) => {
        const f = chain(n);
        const plan = planReplacements(f, 'Hello', 'Welcome');
        return () => applyReplacements(f, plan);
      },
      notes: (n) => {
        const f = annotated(n);
        const plan = planReplacements(f, 'Note', 'Hint');
        return () => applyReplacements(f, plan);
      },
    },
  },
  'edit/set-property.ts': {
    setProperty: {
      widgets: (n) => {
        const f = chain(n);
        return () => setProperty(f, 'w0', 'body', 'x');
      },
    },
    replaceState: {
      widgets: (n) => {
        const f = chain(n);
        return () => replaceState(f, 'w0', json({ ...f.states[1], name: 'fresh' }));
      },
    },
  },
  'edit/subflow/extract-subflow.ts': {
    extractedFlow: {
      widgets: (n) => {
        const { definition, plan } = extraction(n);
        return () => extractedFlow(definition, plan, '');
      },
    },
    replaceBySubflow: {
      widgets: (n) => {
        const { definition, plan } = extraction(n);
        return () =>
          replaceBySubflow(definition, plan, { sid: 'FW1', name: 'Sub', revision: 'LatestPublished' });
      },
    },
  },
  'edit/subflow/inline-subflow.ts': {
    inlineSubflow: {
      widgets: (n) => {
        const { definition, subflow, run } = inlining(n);
        const planned = planInlining(definition, run, subflow);
        if (!planned.ok) throw new Error(JSON.stringify(planned));
        return () => inlineSubflow(definition, planned.plan, subflow);
      },
    },
  },
  'edit/subflow/plan-extraction.ts': {
    planExtraction: {
      widgets: (n) => {
        const f = chain(n);
        return () => planExtraction(f, names(n).slice(3));
      },
    },
  },
  'edit/subflow/plan-inlining.ts': {
    planInlining: {
      widgets: (n) => {
        const { definition, subflow, run } = inlining(n);
        return () => planInlining(definition, run, subflow);
      },
      'widgets of a loop': (n) => {
        const { definition, subflow, run } = inlining(n);
        const states = definition.states.map((state) =>
          state.name === run ? { ...state, transitions: [{ event: 'completed', next: run }] } : state,
        );
        return () => planInlining({ ...definition, states }, run, subflow);
      },
    },
  },
  'graph-reach.ts': {
    widgetsAlong: {
      widgets: (n) => {
        const f = chain(n);
        return () => widgetsAlong(f, ['w0'], 'downstream');
      },
    },
  },
  'graph.ts': {
    widgetIds: {
      widgets: (n) => {
        const f = chain(n);
        return () => widgetIds(f);
      },
    },
    outletsOf: {
      transitions: (n) => {
        const s = input.splitState(n);
        return () => outletsOf(s);
      },
      'unknown events': (n) => {
        const transitions = numbers(n).map((at) => ({ event: `e${at}` }));
        return () => outletsOf({ name: 'w', type: 'split-based-on', transitions });
      },
    },
    cordsOf: {
      widgets: (n) => {
        const f = chain(n);
        return () => cordsOf(f);
      },
      transitions: (n) => {
        const f = split(n);
        return () => cordsOf(f);
      },
    },
    reachableNames: {
      widgets: (n) => {
        const f = chain(n);
        return () => reachableNames(f);
      },
    },
  },
  'import-export/flow-with-tests.ts': {
    exportWithTests: {
      widgets: (n) => {
        const f = chain(n);
        return () => exportWithTests('Flow', f, []);
      },
    },
    readExportedTests: {
      tests: (n) => {
        const file = exportWithTests(
          'Flow',
          chain(1),
          numbers(n).map((at) => ({ name: `t${at}`, test: 'steps: []' })),
        );
        return () => readExportedTests(file);
      },
    },
  },
  'import-export/mermaid.ts': {
    mermaidText: {
      widgets: (n) => {
        const f = chain(n);
        return () => mermaidText(f);
      },
    },
  },
  'import-export/read-definition.ts': {
    readDefinition: {
      widgets: (n) => {
        const file = JSON.stringify(chain(n));
        return () => readDefinition(file);
      },
    },
  },
  'json/parse-json.ts': {
    parseExactJson: { text: (n) => () => parseExactJson(`[${'12345678901234567,'.repeat(n)}7.0]`) },
    parseShownJson: { text: (n) => () => parseShownJson(`[${'12345678901234567,'.repeat(n)}7.0]`) },
  },
  'json/json-equal.ts': {
    jsonEqual: {
      values: (n) => {
        const [a, b] = [json(wide(n)), json(wide(n))];
        return () => jsonEqual(a, b);
      },
    },
  },
  'json/json-pointer.ts': {
    pointer: { keys: (n) => () => pointer(...numbers(n)) },
    pathOf: {
      keys: (n) => {
        const p = pointer(...numbers(n));
        return () => pathOf(p);
      },
    },
    valueAt: {
      path: (n) => {
        const nested = numbers(n).reduceRight<Json>((value, key) => ({ [key]: value }), null);
        const path = numbers(n).map(String);
        return () => jsonAt(nested, path);
      },
    },
  },
  'json/json-syntax-error.ts': {
    jsonErrorLine: {
      text: (n) => {
        const broken = `${JSON.stringify(chain(n), null, 1)}}`;
        return () => jsonErrorLine(broken);
      },
    },
  },
  'json/strings-in.ts': {
    stringsIn: {
      values: (n) => {
        const value = json(wide(n));
        return () => stringsIn(value);
      },
    },
  },
  'layout/align.ts': {
    alignedPositions: {
      widgets: (n) => {
        const f = chain(n);
        return () => align.alignedPositions(f, names(n), 'left');
      },
    },
    distributedPositions: {
      widgets: (n) => {
        const f = chain(n);
        return () => align.distributedPositions(f, names(n), 'x');
      },
    },
    tidyPositions: {
      widgets: (n) => {
        const f = chain(n);
        return () => align.tidyPositions(f, names(n));
      },
    },
  },
  'layout/clear-place.ts': {
    placeBelowOutlet: {
      widgets: (n) => {
        const f = chain(n);
        return () => placeBelowOutlet(f, from, size);
      },
    },
    nearestClearPlace: {
      widgets: (n) => {
        const f = chain(n);
        return () => nearestClearPlace(f, { x: 600, y: 600 }, size);
      },
    },
    cardBoxes: {
      widgets: (n) => {
        const f = chain(n);
        return () => cardBoxes(f);
      },
    },
  },
  'layout/card-size.ts': {
    cardSize: {
      transitions: (n) => {
        const s = input.splitState(n);
        return () => cardSize(s);
      },
    },
  },
  'layout/common-way.ts': {
    commonWay: {
      widgets: (n) => {
        const f = chain(n);
        return () => commonWay(f);
      },
    },
  },
  'layout/layout.ts': {
    layoutDefinition: {
      widgets: (n) => {
        const f = chain(n);
        return () =>
          layoutDefinition(f, {
            layout: ({ children }) =>
              Promise.resolve({ children: children.map(({ id }, at) => ({ id, x: 0, y: at * 200 })) }),
          });
      },
    },
  },
  'layout/outlet-places.ts': {
    jackOffsets: { outlets: (n) => () => jackOffsets(n * 60, n) },
    outletCells: { outlets: (n) => () => outletCells(n * 60, n) },
  },
  'layout/separate-cards.ts': {
    separateCards: {
      widgets: (n) => {
        const f = chain(n);
        const states = f.states.map((s, at) =>
          at % 5 === 1
            ? {
                ...s,
                properties: {
                  ...s.properties,
                  offset: { x: ((at % 20) + 1) * 300 - 200, y: 200 + Math.floor(at / 20) * 240 },
                },
              }
            : s,
        );
        return () => separateCards({ ...f, states });
      },
    },
  },
  'change/merge-text.ts': {
    mergeText: {
      words: (n) => {
        const base = text(n);
        return () => mergeText({ base, ours: `first ${base}`, theirs: `${base} last` });
      },
    },
  },
  'merge/merge.ts': {
    merge: {
      widgets: (n) => {
        const base = chain(n);
        const theirs = moveWidgets(base, new Map(names(n).map((id) => [id, { x: 1, y: 1 }])));
        return () => merge({ base, ours: reworded(n), theirs });
      },
      transitions: (n) => {
        const base = split(n);
        return () => merge({ base, ours: split(n, 3), theirs: base });
      },
    },
  },
  'message-length.ts': {
    messageLength: { text: (n) => () => messageLength('ä{{x}} '.repeat(n)) },
  },
  'number/numeric.ts': {
    numberInText: { text: (n) => () => numberInText('1'.repeat(n)) },
  },
  'picture/comparison-picture.ts': {
    comparisonPicture: {
      widgets: (n) => {
        const [a, b] = [chain(n), reworded(n)];
        return () => comparisonPicture(a, b);
      },
    },
  },
  'picture/picture.ts': {
    flowPicture: {
      widgets: (n) => {
        const f = chain(n);
        return () => flowPicture(f);
      },
    },
  },
  'search/match-words.ts': {
    matchWords: {
      words: (n) => {
        const words = text(n);
        return () => matchWords('wrd1007 other', words);
      },
    },
  },
  'search/search-annotations.ts': {
    searchAnnotations: {
      notes: (n) => {
        const f = annotated(n);
        return () => searchAnnotations(f, parseSearchQuery('note'));
      },
    },
  },
  'search/search-flow.ts': {
    searchFlow: {
      widgets: (n) => {
        const f = chain(n);
        return () => searchFlow(f, parseSearchQuery('hello'), { invalid: () => new Set() });
      },
    },
  },
  'search/search-query.ts': {
    parseSearchQuery: { words: (n) => () => parseSearchQuery('a '.repeat(n)) },
  },
  'handlebars/html-tags.ts': {
    readTag: { text: (n) => () => readTag(`<a ${'b="c" '.repeat(n)}>`, 0) },
    attributeOf: {
      text: (n) => {
        const tag = readTag(`<a ${'b="c" '.repeat(n)}>`, 0);
        return () => tag && attributeOf(tag, 'd');
      },
    },
  },
  'handlebars/html-text.ts': {
    textOfHtml: { text: (n) => () => textOfHtml('<p>a <a href="/b">c</a> &amp; d</p>'.repeat(n)) },
  },
  'handlebars/parse.ts': {
    parseTemplate: { text: (n) => () => handlebars.parseTemplate('a {{b.c}} {{#if d}}e{{/if}} '.repeat(n)) },
  },
  'handlebars/render.ts': {
    renderTemplate: {
      text: (n) => {
        const nodes = handlebars.parseTemplate('a {{b.c}} {{#if d}}e{{/if}} '.repeat(n));
        return () => renderHandlebars(nodes, { b: { c: 'x' }, d: true });
      },
      items: (n) => {
        const nodes = handlebars.parseTemplate('{{#each list}}{{this}} {{@index}}{{/each}}');
        const data = { list: numbers(n) };
        return () => renderHandlebars(nodes, data);
      },
    },
  },
  'text/fold-text.ts': {
    foldText: {
      text: (n) => () => foldText('İptal ٣ όχι '.repeat(n)),
      marks: (n) => () => foldText(`α${'\u0301\u0316\u05b0'.repeat(n)}`),
    },
  },
  'text/normalize-text.ts': {
    normalizeText: {
      marks: (n) => () => normalizeText(`a${'\u0301\u0316'.repeat(n)}`, 'NFKD'),
    },
  },
  'template/template.ts': {
    parseTemplate: {
      text: (n) => () =>
        parseTemplate(
          numbers(n)
            .map((at) => `a ${at} {{flow.data.x${at} | upcase}} `)
            .join(''),
        ),
    },
    renderTemplate: {
      text: (n) => {
        const parsed = parseTemplate('a {{x | upcase}} '.repeat(n));
        return () => renderTemplate(parsed, { x: 'y' }, time, new WorkBudget(1e9));
      },
    },
  },
  'template/variable-references.ts': {
    hasTemplate: { text: (n) => () => hasTemplate('a {'.repeat(n)) },
    variableReferences: { text: (n) => () => variableReferences('a {{flow.data.x}} '.repeat(n)) },
  },
  'validation/finding.ts': {
    isValid: {
      findings: (n) => {
        const list = findings(n);
        return () => isValid(list);
      },
    },
    countFindings: {
      findings: (n) => {
        const list = findings(n);
        return () => countFindings(list);
      },
    },
  },
  'validation/quick-fixes.ts': {
    quickFix: {
      widgets: (n) => {
        const f = chain(n);
        const [found] = validate({ ...f, states: [...f.states, { ...f.states[1], name: 'stray' }] });
        return () => found && quickFix(f, found);
      },
    },
  },
  'validation/silenced.ts': {
    widgetOfFinding: {
      widgets: (n) => {
        const f = chain(n);
        const [found] = findings(1);
        return () => found && widgetOfFinding(f, found);
      },
    },
    splitSilenced: {
      findings: (n) => {
        const f = silenced(n);
        const list = findings(n);
        return () => splitSilenced(f, list);
      },
    },
    silence: {
      'silenced rules': (n) => {
        const f = silenced(n);
        return () => silence(f, { widget: 'w1', rule: 'x', reason: '' });
      },
    },
    unsilence: {
      'silenced rules': (n) => {
        const f = silenced(n);
        return () => unsilence(f, 'w1', 'dead-end');
      },
    },
  },
  'validation/validate.ts': {
    validate: {
      widgets: (n) => {
        const f = chain(n);
        return () => validate(f);
      },
      transitions: (n) => {
        const f = split(n);
        return () => validate(f);
      },
      properties: (n) => {
        const f = wide(n);
        return () => validate(f);
      },
      loops: (n) => {
        const f = chain(n);
        const end = f.states.at(-1);
        return () =>
          validate({
            ...f,
            states: [
              ...f.states.slice(0, -1),
              { ...end, transitions: (end?.transitions ?? []).map((each) => ({ ...each, next: 'w0' })) },
            ],
          });
      },
    },
    validateErrors: {
      widgets: (n) => {
        const f = chain(n);
        return () => validateErrors(f);
      },
    },
    createMemoizedValidate: {
      widgets: (n) => {
        const f = chain(n);
        const again = createMemoizedValidate();
        again(f);
        return () => again({ ...f, description: 'x' });
      },
    },
  },
  'validation/verdict.ts': {
    ownVerdict: {
      widgets: (n) => {
        const f = silenced(n);
        return () => ownVerdict(f, []);
      },
      findings: (n) => {
        const f = silenced(n);
        const list = findings(n);
        return () => ownVerdict(f, list);
      },
    },
    verdictIn: {
      needs: (n) => {
        const own = { errors: 0, warnings: 0, schema: '', needs: numbers(n).map(() => 'sim' as const) };
        const carriers = [{ name: 'a', lacks: ['sim' as const] }];
        return () => verdictIn(own, { carriers });
      },
    },
  },
  'variables/variables.ts': {
    variablesAt: {
      widgets: (n) => {
        const f = chain(n);
        return () => variablesAt(f, last(n));
      },
    },
  },
  'variables/where-used.ts': {
    variableUses: {
      widgets: (n) => {
        const f = chain(n);
        return () => variableUses(f);
      },
    },
    widgetUses: {
      widgets: (n) => {
        const f = chain(n);
        return () => widgetUses(f, 'w0');
      },
    },
    subflowUses: {
      widgets: (n) => {
        const f = chain(n);
        return () => subflowUses(f);
      },
    },
  },
  'widgets/conditions.ts': {
    conditionPhrase: {
      text: (n) => () => conditionPhrase(json({ ...input.condition(text(n)), type: 'matches_any_of' })),
    },
  },
  'work-budget/json-size.ts': {
    jsonSize: {
      values: (n) => {
        const v = json(wide(n));
        return () => jsonSize(v);
      },
    },
    isNestedTooDeeply: {
      values: (n) => {
        const v = wide(n);
        return () => isNestedTooDeeply(v);
      },
    },
  },
};

const renderHandlebars = (nodes: readonly handlebars.TemplateNode[], data: object) =>
  handlebarsRender.renderTemplate(nodes, data as never, {
    budget: new handlebarsRender.RenderBudget({ steps: 1e9, characters: 1e9 }),
    escapesHtml: true,
  });

/** Of one short value, such as the type of a widget, a condition or a step; or a constant number of such. */
export const constantFunctions: readonly string[] = [
  'number/numeric.ts compareNumbers',
  'handlebars/render.ts RenderBudget.take',
  'diff/describe-change.ts changedLabel',
  'diff/describe-change.ts describeChange',
  'diff/describe-change.ts fieldTitle',
  'commands/editor.ts confirmAll',
  'commands/undo.ts contestedStep',
  'commands/editor.ts createEditor',
  'commands/editor.ts endGesture',
  'commands/undo.ts settleContested',
  'commands/editor.ts widgetOf',
  'commands/editor.ts withoutRestored',
  'change/working-copy.ts jsonOf',
  'flow-state.ts flowState',
  'definition.ts emptyDefinition',
  'definition.ts offsetOf',
  'definition.ts propertiesOf',
  'diff/change.ts isLayoutChange',
  'edit/add-branches.ts equalityOf',
  'edit/branches.ts newCondition',
  'edit/replace-annotation-text.ts annotationKindAt',
  'edit/set-flow.ts setDescription',
  'edit/set-flow.ts setFlags',
  'edit/subflow/template-reads.ts pathText',
  'import-export/export-definition.ts exportFileName',
  'json/json.ts isObject',
  'json/json.ts textOf',
  'layout/outlet-places.ts outletIndexAt',
  'merge/merge.ts conflictKey',
  'schema/published-schema.ts publishedSchema',
  'search/excerpt.ts excerptOf',
  'search/search-query.ts isEmptyQuery',
  'template/template.ts spendParsing',
  'template/time-zone.ts localDateTime',
  'template/time-zone.ts resolveLocalTime',
  'validation/finding.ts rankOf',
  'validation/finding.ts stateIndex',
  'widgets/conditions.ts isConditionType',
  'widgets/fields.ts fieldsOf',
  'widgets/required-fields.ts missingFields',
  'widgets/widget-types.ts canonicalType',
  'widgets/widget-types.ts widgetType',
  ...['left', 'spend', 'spendSearch', 'isFirst', 'assertNotExceeded', 'takeReserve'].map(
    (method) => `work-budget/work-budget.ts WorkBudget.${method}`,
  ),
];
