/** Messages about the result of a command: success is a toast that disappears, failure a notice that stays. */

import { announce } from '../../shell/announce.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import type { ViewStore } from '../view-store.ts';

export type Notifier = { notifySuccess(text: string): void; notifyFailure(text: string): void };

/** Failures go to the `notice` of the view and are announced; a success clears it. */
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
