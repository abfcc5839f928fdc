/** Telling the person what happened: what went well is a note that goes by itself, what did not stays in a line. */

import { announce } from '../../shell/announce.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ViewStore } from '../view-store.ts';

export type Telling = { tellDone(text: string): void; tellFailed(text: string): void };

export function tellingIn(view: ViewStore): Telling {
  return {
    tellDone(text) {
      view.setState({ notice: null });
      toast({ message: text });
    },
    tellFailed(text) {
      view.setState({ notice: text });
      announce(text);
    },
  };
}
