/** Components that are loaded when they are shown, or before. */

import { type ComponentType, lazy, useState } from 'react';

/**
 * A component that is loaded late, for a `LatePart`. Once `load` has loaded it, it is shown at once: who opens it may already be
 * typing.
 */
export function lateComponent<Props extends object>(importPart: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => {
    loaded ??= await importPart();
    return loaded;
  };
  const Waiting: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  function Late(props: Props) {
    const [Part] = useState(() => loaded ?? Waiting);
    return <Part {...props} />;
  }
  return Object.assign(Late, { load });
}
