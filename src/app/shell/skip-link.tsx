/** A link of one page in addition to “Skip to content”: the first stops of the Tab key, shown while they have the focus. */

import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import './shell.css';

/** The element of the frame that holds these links. */
export const skipLinksId = 'skip-links';

type SkipLinkProps = {
  /** The id of the part that it leads to. */
  to: string;
  children: ReactNode;
  onPress(): void;
};

export function SkipLink({ to, children, onPress }: SkipLinkProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(skipLinksId)), []);
  if (place === null) return null;
  return createPortal(
    <a
      className="skip"
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {children}
    </a>,
    place,
  );
}
