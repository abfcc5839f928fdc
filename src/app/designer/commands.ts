/** What a person can do in the designer beside typing: one function for each, whatever key, menu or button asks for it. */

import type { FlowResource } from '#api/flows.ts';
import type { FlowDefinition, Point } from '#flow/definition.ts';
import { copyWidgets, duplicateWidgets, pasteWidgets } from '#flow/edit/copy-widgets.ts';
import { removeAndHeal, removeWidgets } from '#flow/edit/remove-widgets.ts';
import { exportFileName, exportText } from '#flow/export.ts';
import { type Finding, stateIndex } from '#flow/finding.ts';
import { widgetIds } from '#flow/graph.ts';
import { readDefinition } from '#flow/read.ts';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import { announce } from '../shell/announce.tsx';
import { toast } from '../ui/toast.tsx';
import { wordsOf } from '../words/use-words.ts';
import { layOut } from './auto-layout.ts';
import { unsavedChanges } from './document.ts';
import { download } from './download.ts';
import type { OpenFlow } from './opening.ts';
import { addAfter } from './place-widget.ts';
import { type FlowServer, save } from './saving.ts';
import { seek, select } from './view.ts';

export type Surroundings = {
  server: FlowServer;
  canvas(): CanvasHandle | null;
  /** A revision was stored: caches and, for the first one, the address follow. */
  onSaved(flow: FlowResource, wasLocal: boolean): void;
};

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(flow: OpenFlow, around: Surroundings) {
  const { document, view, findings } = flow;
  const t = wordsOf('designer');
  const now = () => document.getState().history.present.definition;
  const selected = () => view.getState().selected;
  const choose = (ids: Iterable<string>) => select(view, new Set(ids));

  /** What did not happen stays in a line until it is closed; what did is a note that goes by itself. */
  const tell = (text: string, tone: 'plain' | 'bad' = 'plain') => {
    view.setState({ notice: tone === 'bad' ? text : null });
    if (tone === 'bad') announce(text);
    else toast({ message: text });
  };

  /** Ids that are gone leave the selection, as after an undo. */
  const keepSelection = () => {
    const ids = new Set(widgetIds(now()));
    choose([...selected()].filter((id) => ids.has(id)));
  };

  const store = async (
    status: 'draft' | 'published',
    message: string,
    onTopOf?: number,
  ): Promise<boolean> => {
    const wasLocal = document.getState().base === null;
    const outcome = await save(document, around.server, {
      status,
      message,
      ...(onTopOf !== undefined && { onTopOf }),
    });
    switch (outcome.kind) {
      case 'saved': {
        const { revision } = outcome.flow;
        around.onSaved(outcome.flow, wasLocal);
        view.setState({ notice: null });
        if (outcome.overtaken !== null) tell(t('overtaken', { revision: outcome.overtaken }));
        else if (status === 'published') tell(t('publishedAs', { revision }));
        else announce(t('savedAs', { revision }));
        return true;
      }
      case 'newer':
        view.setState({ dialog: null, notice: null });
        return false;
      case 'failed':
        if (outcome.failure.kind === 'invalid') view.setState({ problemsOpen: true });
        tell(outcome.failure.kind === 'invalid' ? t('serverInvalid') : t('refused', outcome.failure), 'bad');
        return false;
      case 'busy':
        return false;
    }
  };

  /** True when no error stands in the way; otherwise the problems are shown with a line that says what did not happen. */
  const isSound = (line: 'onlyHere' | 'notPublished'): boolean => {
    document.endGesture();
    const { errors } = findings.check();
    if (errors === 0) return true;
    view.setState({ problemsOpen: true, dialog: null });
    tell(t(line, { count: errors }), 'bad');
    return false;
  };

  const showFinding = (finding: Finding) => {
    const index = stateIndex(finding);
    const widget = index === null ? null : (widgetIds(now())[index] ?? null);
    seek(view, finding.property_path, widget);
    if (widget !== null) around.canvas()?.show([widget]);
  };

  return {
    tell,
    showFinding,

    undo() {
      document.undo();
      keepSelection();
    },
    redo() {
      document.redo();
      keepSelection();
    },
    jump(entries: number) {
      document.jump(entries);
      keepSelection();
    },

    async save(message = '') {
      const state = document.getState();
      if (state.newer !== null) return view.setState({ dialog: 'newer' });
      if (
        state.base !== null &&
        unsavedChanges(state) === 0 &&
        message === '' &&
        !hasLayout(state.history.past)
      )
        return tell(t('nothingToSave'));
      if (isSound('onlyHere') && (await store('draft', message))) view.setState({ dialog: null });
    },
    askToPublish() {
      if (document.getState().newer !== null) view.setState({ dialog: 'newer' });
      else if (isSound('notPublished')) view.setState({ dialog: 'publish' });
    },
    async publish(message: string) {
      if (isSound('notPublished') && (await store('published', message))) view.setState({ dialog: null });
    },
    /** After the newer revision was looked at. */
    async saveOnTop() {
      const { newer } = document.getState();
      if (newer === null || !isSound('onlyHere')) return;
      if (await store('draft', '', newer.revision)) view.setState({ dialog: null });
    },
    discardMine() {
      const { newer, base } = document.getState();
      const theirs = newer ?? base?.flow ?? null;
      if (theirs === null) return;
      if (newer !== null) document.settle(newer);
      else if (base !== null) document.apply('takeRevision', () => base.draft.definition);
      if (newer === null && base !== null) document.rename(base.draft.name);
      document.setState({ restored: null });
      keepSelection();
      view.setState({ dialog: null });
      tell(t('discarded'));
    },

    nextProblem() {
      const { findings: all } = findings.check();
      const { problem } = view.getState();
      const at = all.findIndex((each) => each.property_path === problem);
      const next = all[(at + 1) % Math.max(1, all.length)];
      view.setState({ problemsOpen: true });
      if (next === undefined) announce(t('noProblems'));
      else showFinding(next);
    },

    /** Adds a widget after the selection, or in the middle of the view. */
    add(type: string) {
      const [after, ...more] = selected();
      const middle: Point = around.canvas()?.center() ?? { x: 0, y: 0 };
      let id = '';
      document.apply('addWidget', (definition) => {
        const added = addAfter(
          definition,
          type,
          after === undefined || more.length > 0 ? null : after,
          middle,
        );
        id = added.id;
        return added.definition;
      });
      choose([id]);
      around.canvas()?.show([id]);
    },
    remove(widgets: Iterable<string>) {
      const ids = [...widgets];
      document.apply('deleteWidgets', (definition) =>
        ids.length === 1 ? removeAndHeal(definition, ids) : removeWidgets(definition, ids),
      );
      keepSelection();
    },
    duplicate() {
      let copies: string[] = [];
      document.apply('duplicate', (definition) => {
        const made = duplicateWidgets(definition, selected());
        copies = made.ids;
        return copies.length === 0 ? definition : made.definition;
      });
      if (copies.length > 0) choose(copies);
    },
    selectAll: () => choose(widgetIds(now())),
    /** The selection as JSON text; null when nothing that can be copied is selected. */
    copied(): string | null {
      const ids = [...selected()];
      const states = ids.filter((id) => now().states[widgetIds(now()).indexOf(id)]?.type !== 'trigger');
      if (states.length === 0) return null;
      announce(t('copied', { count: states.length }));
      return copyWidgets(now(), states);
    },
    paste(text: string) {
      const pasted = pasteWidgets(now(), text, around.canvas()?.center() ?? null);
      if (!pasted.ok) return tell(t('notPasted', { reason: pasted.reason }), 'bad');
      document.apply('paste', () => pasted.definition);
      choose(pasted.ids);
      around.canvas()?.show(pasted.ids);
    },

    async arrange() {
      if (!(await layOut(flow, 'arrange', 'all'))) return tell(t('arrangeFailed'), 'bad');
      around.canvas()?.fit();
    },
    exportJson() {
      const { name, definition } = document.getState().history.present;
      download(exportFileName(name), exportText(definition));
    },
    /** Replaces the definition by the one in the file, as one edit; the name stays. */
    async importJson(file: Blob) {
      const read = readDefinition(await file.text());
      if (!read.ok) return tell(t('notImported', { reason: read.sentence }), 'bad');
      document.apply('importJson', (): FlowDefinition => read.definition);
      choose([]);
      await layOut(flow, 'arrange', 'unplaced');
      around.canvas()?.fit();
      tell([t('imported'), ...read.notes].join(' '));
    },
  };
}

function hasLayout(past: readonly { name: string }[]): boolean {
  return past.at(-1)?.name === 'layOut';
}
