// Light, dark, or as the system has it.

const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "driftbench-theme";

// Storage may be forbidden for files.
function remembered() {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const control = document.getElementById("theme");
  if (control) control.textContent = `Theme: ${theme}`;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // The theme lasts as long as the page.
  }
}

const currentTheme = () => document.documentElement.dataset.theme || "auto";
const nextTheme = () => setTheme(THEMES[(THEMES.indexOf(currentTheme()) + 1) % THEMES.length]);
