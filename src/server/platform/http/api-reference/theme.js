// Chooses light or dark before the first paint, as the application does (src/app/shell/theme.ts).
(() => {
  const themeKey = 'patchbay.theme';
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');

  function apply() {
    let choice = null;
    try {
      choice = localStorage.getItem(themeKey);
    } catch {
      // No storage: the system decides.
    }
    const isDark = choice === 'dark' || (choice !== 'light' && darkSystem.matches);
    document.documentElement.classList.toggle('dark-mode', isDark);
  }

  apply();
  darkSystem.addEventListener('change', apply);
  addEventListener('storage', apply);
})();
