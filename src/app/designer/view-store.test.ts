import { describe, expect, it } from 'vitest';
import { readDesignerSearch } from './address.ts';
import { applySearch, createViewStore, goToProblem, searchOf, selectWidgets } from './view-store.ts';

describe('the address of the designer', () => {
  it('shows the settings of what is selected, again when it is chosen again', () => {
    const view = createViewStore();
    selectWidgets(view, new Set(['ask']));
    expect(view.getState().settingsOpen).toBe(true);
    view.setState({ settingsOpen: false });
    selectWidgets(view, new Set(['ask']));
    expect(view.getState().settingsOpen).toBe(true);
    selectWidgets(view, new Set());
    expect(view.getState().settingsOpen).toBe(false);
  });

  it('has one selected widget, its tab and the problem, without defaults', () => {
    const view = createViewStore();
    expect(searchOf(view.getState())).toEqual({});
    selectWidgets(view, new Set(['ask']));
    expect(searchOf(view.getState())).toEqual({ widget: 'ask' });
    goToProblem(view, '#/states/3/transitions/1', 'split');
    expect(searchOf(view.getState())).toEqual({
      widget: 'split',
      tab: 'transitions',
      problem: '#/states/3/transitions/1',
    });
    selectWidgets(view, new Set(['a', 'b']));
    expect(searchOf(view.getState()).widget).toBeUndefined();
  });

  it('restores the view', () => {
    const [from, to] = [createViewStore(), createViewStore()];
    goToProblem(from, '#/states/3/properties/body', 'ask');
    applySearch(to, searchOf(from.getState()));
    expect(searchOf(to.getState())).toEqual(searchOf(from.getState()));
    expect(to.getState()).toMatchObject({ problemsOpen: true, reveal: ['ask'] });
    expect(to.getState().focusRequest).toEqual({ pointer: '#/states/3/properties/body' });
  });

  it('ignores parameters that cannot be read', () => {
    expect(readDesignerSearch({ widget: 12, tab: 'other', problem: 'x' })).toEqual({ widget: '12' });
    expect(readDesignerSearch({ widget: { a: 1 }, tab: 'json', problem: '#/states/0' })).toEqual({
      tab: 'json',
      problem: '#/states/0',
    });
  });

  it('clears the problem when another widget is selected', () => {
    const view = createViewStore();
    goToProblem(view, '#/states/3/properties/body', 'ask');
    selectWidgets(view, new Set(['ask']));
    expect(view.getState().problem).not.toBeNull();
    selectWidgets(view, new Set(['other']));
    expect(view.getState()).toMatchObject({ problem: null, focusRequest: null });
  });
});
