/** Keys on a keyboard, one cap each. */

import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, CornerDownLeft, type LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';
import './mark.css';

/** Drawn: not every font has these characters, and fonts draw them in different sizes. */
const drawn: Readonly<Record<string, LucideIcon>> = {
  '↑': ArrowUp,
  '↓': ArrowDown,
  '←': ArrowLeft,
  '→': ArrowRight,
  '↵': CornerDownLeft,
};

export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="kbds">
      {keys.map((key) => {
        const icon = drawn[key];
        return (
          <kbd className="kbd" key={key}>
            {icon === undefined ? (
              key
            ) : (
              <>
                <Icon of={icon} size={12} />
                <span className="vh">{key}</span>
              </>
            )}
          </kbd>
        );
      })}
    </span>
  );
}
