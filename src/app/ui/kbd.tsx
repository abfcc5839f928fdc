/** Keys on a keyboard, one cap each. */

import './mark.css';

export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="kbds">
      {keys.map((key) => (
        <kbd className="kbd" key={key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
