/** Modules that are imported on first use and available synchronously from then on. */

import { useEffect, useState } from 'react';

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

/** The module, null until it is loaded and when the import fails. */
export function useLazyModule<Module>(module: LazyModule<Module>): Module | null {
  const [, setLoaded] = useState(module.current() !== null);
  useEffect(() => {
    let isMounted = true;
    module.load().then(
      () => isMounted && setLoaded(true),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [module]);
  return module.current();
}
