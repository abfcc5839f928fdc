/** The opened flow and what can be done with it, for everything inside the designer. */

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Commands } from './commands/create-commands.ts';
import type { DocumentState } from './document/document-store.ts';
import type { FindingsState } from './document/findings-store.ts';
import type { OpenFlow } from './document/open-flow.ts';
import type { ViewState } from './view-store.ts';

export type DesignerContextValue = OpenFlow & { commands: Commands };

const Context = createContext<DesignerContextValue | null>(null);

export const DesignerContext = Context.Provider;

export function useDesigner(): DesignerContextValue {
  const designer = useContext(Context);
  if (designer === null) throw new Error('This part stands inside the designer only.');
  return designer;
}

/** A piece of the document; the part is drawn again when that piece is another object. */
export function useDocument<Piece>(piece: (state: DocumentState) => Piece): Piece {
  return useStore(useDesigner().document, piece);
}

export function useView<Piece>(piece: (state: ViewState) => Piece): Piece {
  return useStore(useDesigner().view, piece);
}

export function useFindings<Piece>(piece: (state: FindingsState) => Piece): Piece {
  return useStore(useDesigner().findings, piece);
}
