/** The React context of the designer: the stores of the open flow and its commands. */

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { TestRunState, TestRunStore } from '../simulator/test-run-store.ts';
import type { Commands } from './commands/create-commands.ts';
import type { DocumentState } from './document/document-store.ts';
import type { FindingsState } from './document/findings-store.ts';
import type { OpenFlow } from './document/open-flow.ts';
import type { ViewState } from './view-store.ts';

export type DesignerContextValue = OpenFlow & { commands: Commands; testRun: TestRunStore };

const Context = createContext<DesignerContextValue | null>(null);

export const DesignerContext = Context.Provider;

/** @throws outside a DesignerContext */
export function useDesigner(): DesignerContextValue {
  const designer = useContext(Context);
  if (designer === null) throw new Error('useDesigner needs a DesignerContext.');
  return designer;
}

/** A selection of the document's state; the component renders again when it is another value. */
export function useDocument<Selected>(selector: (state: DocumentState) => Selected): Selected {
  return useStore(useDesigner().document, selector);
}

export function useView<Selected>(selector: (state: ViewState) => Selected): Selected {
  return useStore(useDesigner().view, selector);
}

export function useFindings<Selected>(selector: (state: FindingsState) => Selected): Selected {
  return useStore(useDesigner().findings, selector);
}

export function useTestRun<Selected>(selector: (state: TestRunState) => Selected): Selected {
  return useStore(useDesigner().testRun, selector);
}
