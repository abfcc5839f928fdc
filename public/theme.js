// Chooses light or dark before the first paint, so that nothing flashes. src/app/shell/theme.ts takes over from here.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('patchbay.theme');
  } catch {
    // No storage: the system decides.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
