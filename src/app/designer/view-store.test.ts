import { describe, expect, it } from 'vitest';
import { readDesignerSearch } from './address.ts';
import { applySearch, createViewStore, goToProblem, searchOf, select } from './view-store.ts';

describe('the address of the designer', () => {
  it('carries one selected widget, its tab and the problem, and nothing at its usual value', () => {
    const view = createViewStore();
    expect(searchOf(view.getState())).toEqual({});
    select(view, new Set(['ask']));
    expect(searchOf(view.getState())).toEqual({ widget: 'ask' });
    goToProblem(view, '#/states/3/transitions/1', 'split');
    expect(searchOf(view.getState())).toEqual({
      widget: 'split',
      tab: 'transitions',
      problem: '#/states/3/transitions/1',
    });
    select(view, new Set(['a', 'b']));
    expect(searchOf(view.getState()).widget).toBeUndefined();
  });

  it('leads back to the same place', () => {
    const [from, to] = [createViewStore(), createViewStore()];
    goToProblem(from, '#/states/3/properties/body', 'ask');
    applySearch(to, searchOf(from.getState()));
    expect(searchOf(to.getState())).toEqual(searchOf(from.getState()));
    expect(to.getState()).toMatchObject({ problemsOpen: true, reveal: ['ask'] });
    expect(to.getState().focusRequest).toEqual({ place: '#/states/3/properties/body' });
  });

  it('leaves out what cannot be read', () => {
    expect(readDesignerSearch({ widget: 12, tab: 'other', problem: 'x' })).toEqual({ widget: '12' });
    expect(readDesignerSearch({ widget: { a: 1 }, tab: 'json', problem: '#/states/0' })).toEqual({
      tab: 'json',
      problem: '#/states/0',
    });
  });

  it('forgets the problem when another widget is selected', () => {
    const view = createViewStore();
    goToProblem(view, '#/states/3/properties/body', 'ask');
    select(view, new Set(['ask']));
    expect(view.getState().problem).not.toBeNull();
    select(view, new Set(['other']));
    expect(view.getState()).toMatchObject({ problem: null, focusRequest: null });
  });
});
