/** Modules that are imported on first use and available synchronously from then on. */

import { startTransition, useEffect, useState } from 'react';

/** `current` is null until the module is loaded; `load` rejects when the import fails, and can be called again. */
export type LazyModule<Module> = { current(): Module | null; load(): Promise<Module> };

export function lazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | null = null;
  return {
    current: () => loaded,
    async load() {
      loaded ??= await importModule();
      return loaded;
    },
  };
}

/**
 * The module, null until it is loaded and when the import fails. What shows it does so in a task of its own: amid a key press the
 * field that has the focus would be replaced before the page has handled the key.
 */
export function useLazyModule<Module>(module: LazyModule<Module>): Module | null {
  const [isLoaded, setLoaded] = useState(module.current() !== null);
  useEffect(() => {
    let isMounted = true;
    module.load().then(
      () =>
        startTransition(() => {
          if (isMounted) setLoaded(true);
        }),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [module]);
  return isLoaded ? module.current() : null;
}
