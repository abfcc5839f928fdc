/** Telling the person what happened: what went well is a note that goes by itself, what did not stays in a line. */

import { announce } from '../../shell/announce.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ViewStore } from '../view-store.ts';

export type Notifier = { notifySuccess(text: string): void; notifyFailure(text: string): void };

export function createNotifier(view: ViewStore): Notifier {
  return {
    notifySuccess(text) {
      view.setState({ notice: null });
      toast({ message: text });
    },
    notifyFailure(text) {
      view.setState({ notice: text });
      announce(text);
    },
  };
}
