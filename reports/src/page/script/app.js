// Shows the view of the address, and answers to clicks and keys.

const VIEWS = {
  start, explore: explorer, boards, problems: problemList, gains, evidence, about: () => {},
  problem: problemPage, variant: variantPage, method: methodPage, compare: comparePage,
};

// The section in which a view is drawn: its own, or the one that all pages share.
const sectionOf = (view) => document.querySelector(`section[data-view="${view}"]`) || document.getElementById("page");

// The entry of the menu to which a page belongs.
const MENU = { problem: "problems", variant: "explore", method: "explore", compare: "explore" };

// The view that was shown last, without the cell that is open in it.
let shown = "";

function render() {
  const state = current();
  const known = Object.hasOwn(VIEWS, state.view);
  const section = known ? sectionOf(state.view) : document.getElementById("page");
  for (const other of document.querySelectorAll("main > section")) other.classList.toggle("current", other === section);
  const here = changed(state, { cell: "" });
  if (here !== shown) {
    const focused = focusKey();
    if (known) VIEWS[state.view](section, state);
    else show(section, html`<h1>Nothing here</h1><p class="nothing">The address names “${state.view}”, which this report does not have.</p><p><a href="#${START}">To the answer</a></p>`);
    settle(section, state, here);
    refocus(focused);
  }
  drawer(state);
}

// What follows every change of the view: title, menu, buttons, the cell for the tab key, the place on the page.
function settle(section, state, here) {
  const elsewhere = parsed(shown).view !== state.view || one(parsed(shown).keys, "id") !== one(state.keys, "id");
  shown = here;
  withExports(section);
  const title = section.querySelector("h1");
  document.title = title && state.view !== START ? `${title.textContent.trim()} · Driftbench report` : "Driftbench report";
  const entry_ = MENU[state.view] || state.view;
  for (const anchor of document.querySelectorAll("header nav a")) {
    if (anchor.hash === `#${entry_}`) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  const table = document.getElementById("matrix");
  const first = table && table.querySelector("a.entry");
  if (first) focusEntry(table, first);
  if (elsewhere) scrollTo(0, (history.state && history.state.scroll) || 0);
  if (section.querySelector("#mechanism") && moves()) play(true);
}

// What has the focus, so that it has it after the view was drawn anew.
function focusKey() {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  if (active.id) return `#${CSS.escape(active.id)}`;
  if (active.dataset.do) return `[data-do="${active.dataset.do}"]`;
  return active.matches("a[href]") ? `a[href="${CSS.escape(active.getAttribute("href"))}"]` : null;
}

function refocus(key) {
  if (!key || document.activeElement !== document.body) return;
  const same = document.querySelector(`main ${key}`);
  if (same) same.focus({ preventScroll: true });
}

// Ticks or unticks a variant for comparison.
function toggleCompared(id, on) {
  const ids = [...document.querySelectorAll("[data-compare]:checked")].map((box) => box.dataset.compare);
  const before = list(current().keys, "compare");
  const known = before.length ? before : ids.filter((other) => other !== id);
  const compare = on ? [...new Set([...known, id])].slice(-MOST_COMPARED) : known.filter((other) => other !== id);
  change({ compare });
}

const ACTIONS = {
  clear: () => change({ text: "", method: "", integrator: "", tag: "", problem: "", steps: "" }),
  close: () => change({ cell: "" }),
  copy: (element) => navigator.clipboard && navigator.clipboard.writeText(element.previousElementSibling.textContent).then(() => (element.textContent = "Copied")),
  fold: ({ dataset }) => {
    const open = list(current().keys, "open");
    change({ open: open.includes(dataset.method) ? open.filter((id) => id !== dataset.method) : [...open, dataset.method] });
  },
  "leave-out": ({ dataset }) => change({ ids: list(current().keys, "ids").filter((id) => id !== dataset.variant) }),
  play: () => play(!player.playing),
  "save-figure": (element) => saveFigure(savedBy(element), element.dataset.format),
  "save-table": (element) => saveTable(savedBy(element), element.dataset.format),
  "save-view": () => saved("driftbench-view.json", "application/json", viewAsJson(current())),
  theme: nextTheme,
  unfold: ({ dataset }) => change({ open: dataset.methods ? dataset.methods.split("~") : [] }),
};

// Keys that are written into the address in another form.
const SETTINGS = {
  "board-and-with": (value) => ({ board: value.split("~")[0], with: value.split("~")[1] || "", sort: "" }),
  add: (value) => ({ ids: [...list(current().keys, "ids"), value] }),
  rows: (value) => ({ rows: value, sort: "" }),
  integrator: (value) => (current().view === "gains" ? { integrator: value, place: "", c1: "", c2: "" } : { integrator: value }),
};

function onClick(event) {
  const anchor = event.target.closest('a[href^="#"]');
  if (anchor && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
    event.preventDefault();
    return go(anchor.getAttribute("href"));
  }
  const sort = event.target.closest("[data-sort]");
  if (sort) return change({ sort: sort.dataset.sort });
  const action = event.target.closest("[data-do]");
  if (action) return ACTIONS[action.dataset.do](action);
  if (event.target.closest("#gain-map")) {
    const gains_ = pickedGains(event);
    if (gains_) change(gains_);
  }
}

function onChange({ target }) {
  if (target.closest("#ask")) return go(askedFor());
  if (target.dataset.compare) return toggleCompared(target.dataset.compare, target.checked);
  const { key } = target.dataset;
  if (!key || key === "text") return;
  change(Object.hasOwn(SETTINGS, key) ? SETTINGS[key](target.value) : { [key]: target.value });
}

function onInput({ target }) {
  if (target.id === "frame") {
    play(false);
    player.at = Number(target.value);
    drawFrame();
  } else if (target.dataset.key === "text") change({ text: target.value }, true);
}

// Puts in what only a script can use: the page of single things, the drawer, the toggle of the theme.
function furnish() {
  document.getElementById("main").insertAdjacentHTML("beforeend", '<section id="page"></section>');
  document.body.insertAdjacentHTML("beforeend", '<dialog id="drawer" aria-labelledby="drawer-title"></dialog>');
  document.querySelector("header.top").insertAdjacentHTML("beforeend", '<button type="button" id="theme" data-do="theme"></button>');
  setTheme(remembered() || "auto");
  document.body.classList.add("js");
}

async function boot() {
  history.scrollRestoration = "manual";
  furnish();
  try {
    await load();
  } catch (error) {
    document.getElementById("page").classList.add("current");
    show(document.getElementById("page"), html`<h1>The data of this page cannot be read</h1><p class="nothing">This browser may be too old, or the file is incomplete (${error.message}). The rest of the page is below.</p>`);
    document.body.classList.remove("js");
    return;
  }
  document.addEventListener("click", onClick);
  document.addEventListener("change", onChange);
  document.addEventListener("input", onInput);
  document.addEventListener("keydown", moveInMatrix);
  document.addEventListener("pointerover", nameCell);
  document.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("drawer").addEventListener("cancel", (event) => {
    event.preventDefault();
    ACTIONS.close();
  });
  addEventListener("popstate", render);
  addEventListener("hashchange", render);
  matchMedia(NARROW).addEventListener("change", () => {
    shown = "";
    render();
  });
  render();
  document.documentElement.dataset.ready = "";
  performance.mark("ready");
}

if (typeof document !== "undefined") boot();
