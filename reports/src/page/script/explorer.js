// The explorer: methods, which unfold into variants, on problems.

// Columns that are no problem.
const MIDDLE = "median";
const NAME = "name";

// At this width a table has room for one problem.
const NARROW = "(max-width: 45rem)";
const isNarrow = () => matchMedia(NARROW).matches;

// A row of the explorer: a variant, or a method with the best of its variants in every column.
function variantRow(variant, metric, problems) {
  const cells = problems.map((p) => variant.cells.get(p.id));
  const values = cells.map((cell) => (cell && cell.ran ? metric.value(cell) : null));
  return { variant, name: `${variant.owner.name} ${variant.name}`, cells, values, middle: middleOf(values, problems) };
}

// The median over the problems with a consistent start, as boards have it.
const middleOf = (values, problems) => median(values.filter((x, k) => isNumber(x) && problems[k].consistent));

function methodRow(method, rows, metric, problems) {
  const best = problems.map((_, k) => rows.reduce((a, b) => (a && !(compareBy(metric, b.values[k], a.values[k]) < 0) ? a : b), null));
  const top = rows.reduce((a, b) => (compareBy(metric, b.middle, a.middle) < 0 ? b : a));
  return {
    method,
    rows,
    name: method.name,
    cells: best.map((row, k) => row.cells[k]),
    values: best.map((row, k) => row.values[k]),
    middle: top.middle,
  };
}

// Everything the explorer shows for an address.
function explored(state) {
  const wanted = selection(state);
  const metric = metricOf(one(state.keys, "metric")) || metricOf("");
  const [variants, problems] = [selectedVariants(wanted), selectedProblems(wanted)];
  const rows = variants.map((v) => variantRow(v, metric, problems));
  const methods = data.methods.map((m) => [m, rows.filter((r) => r.variant.owner === m)]).filter(([, own]) => own.length);
  const groups = methods.map(([m, own]) => methodRow(m, own, metric, problems));
  return { wanted, metric, variants, problems, rows, groups };
}

function rowSorter(sort, problems, metric) {
  const place = problems.findIndex((p) => p.id === sort.id);
  const value = sort.id === MIDDLE ? (row) => row.middle : place >= 0 ? (row) => row.values[place] : null;
  if (sort.id === NAME) return (rows) => sorted(rows, { value: (row) => row.name.toLowerCase() }, sort.reverse);
  return value ? (rows) => sorted(rows, { value, high: metric.high }, sort.reverse) : (rows) => rows;
}

function explorer(section, state) {
  const found = explored(state);
  const { wanted, metric, variants, problems } = found;
  const unknown = one(state.keys, "metric") && !metricOf(one(state.keys, "metric"));
  const flat = one(state.keys, "rows") === "variants";
  const groups = [...new Set(metrics().map((m) => m.group))];
  const body = section.querySelector("#explorer");
  if (!body) return;
  if (!body.querySelector(".filters")) {
    show(body, html`<form class="filters" aria-label="Filters"></form><div class="result"></div>`);
  }
  const option = (m) => html`<option value="${m.id}"${m === metric ? trusted(" selected") : ""}>${m.name}</option>`;
  showForm(body.querySelector(".filters"), html`
    <label>Show <select data-key="metric">${groups.map((g) => html`<optgroup label="${g}">${metrics().filter((m) => m.group === g).map(option)}</optgroup>`)}</select></label>
    ${choice("rows", "Rows", [["", "Methods"], ["variants", "Variants"]], flat ? "variants" : "")}
    ${filters(wanted)}`);
  show(body.querySelector(".result"), html`
    ${unknown ? html`<p class="warn">This report has no metric “${one(state.keys, "metric")}”; this is the first one.</p>` : ""}
    ${selectedWords(wanted, variants, problems)}
    ${variants.length && problems.length ? matrix(found, state, flat) : ""}`);
}

// The fields of a form; the one that has the focus keeps it, with what is typed into it.
function showForm(form, markup) {
  const active = form.contains(document.activeElement) ? document.activeElement : null;
  const place = active && active.selectionStart !== undefined ? active.selectionStart : null;
  show(form, markup);
  if (!active) return;
  const same = form.querySelector(`[data-key="${active.dataset.key}"]`);
  if (!same) return;
  if (place !== null) same.value = active.value;
  same.focus();
  if (place !== null) same.setSelectionRange(place, place);
}

function matrix({ wanted, metric, problems, rows, groups }, state, flat) {
  const sort = sorting(state, flat ? MIDDLE : "");
  const inOrder = rowSorter(sort, problems, metric);
  const shownProblems = isNarrow() && !wanted.problem ? [] : problems;
  const open = list(state.keys, "open");
  const compared = list(state.keys, "compare");
  const graders = metric.graded ? problems.map((_, k) => grader(rows.map((r) => r.values[k]), metric.high)) : [];
  const middleGrade = metric.graded ? grader(rows.map((r) => r.middle), metric.high) : null;
  const shown = shownProblems.map((p) => problems.indexOf(p));
  const context = { metric, problems, shown, graders, middleGrade, compared, opens: opener(state) };
  const body = flat
    ? html`<tbody>${inOrder(rows).map((row) => matrixRow(row, context, true))}</tbody>`
    : inOrder(groups).map((group) => {
        const unfolded = open.includes(group.method.id) || groups.length === 1;
        return html`<tbody>${groupRow(group, context, unfolded, groups.length > 1)}${unfolded ? inOrder(group.rows).map((row) => matrixRow(row, context, false)) : ""}</tbody>`;
      });
  const head = (p) => sortHead({ id: p.id, title: p.id, head: html`<a href="${link.problem(p.id)}" title="${p.name}">${breakable(p.id)}</a>` }, sort);
  const all = groups.every((g) => open.includes(g.method.id));
  return html`
    <p class="aside">${metric.note}</p>
    <p class="tools">
      ${flat || groups.length === 1 ? "" : button("unfold", all ? "Fold all methods" : "Unfold all methods", `data-methods="${all ? "" : groups.map((g) => g.method.id).join("~")}"`)}
      ${compared.length > 1 ? html`<a class="go" href="${fragment("compare", { ids: compared })}">Compare ${compared.length} variants</a>` : html`<span class="aside">Tick two to six variants to compare them.</span>`}
      ${button("save-view", "Save this view as JSON")}
    </p>
    ${isNarrow() && !wanted.problem ? html`<p class="aside">Choose a problem above to see its column.</p>` : ""}
    <div class="scroll tall" tabindex="0" role="region" aria-label="${metric.name}"><table class="matrix even" id="matrix" data-name="driftbench-${metric.id}" style="--columns:${shownProblems.length + 1}">
      <caption>${metric.name}${metric.group.startsWith("Relative") ? " relative to no stabilization" : ""}</caption>
      <thead><tr>${sortHead({ id: NAME, title: flat ? "Variant" : "Method", words: true }, sort)}${sortHead({ id: MIDDLE, title: "Median" }, sort)}${shownProblems.map(head)}</tr></thead>
      ${body}
    </table></div>
    ${legend(metric)}`;
}

function groupRow(group, context, unfolded, folds) {
  const { method, rows } = group;
  const name = html`<a href="${link.method(method.id)}">${method.name}</a> <small>${count(rows.length, "variant")}</small>`;
  const fold = folds ? html`<button type="button" class="fold" data-do="fold" data-method="${method.id}" aria-expanded="${unfolded}" id="fold-${method.id}"><span aria-hidden="true">${unfolded ? "▾" : "▸"}</span><span class="unseen">Variants of ${method.name}</span></button> ` : "";
  return html`<tr class="group"><th scope="row">${fold}${name}</th>${middleCell(group, context)}${entries(group, context)}</tr>`;
}

function matrixRow(row, context, alone) {
  const { variant } = row;
  const ticked = context.compared.includes(variant.id);
  const box = html`<input type="checkbox" data-compare="${variant.id}" id="compare-${variant.id}"${ticked ? trusted(" checked") : ""} aria-label="Compare ${variant.id}">`;
  const name = alone ? fullName(variant) : variant.name || variant.gains || variant.id;
  return html`<tr class="variant"><th scope="row">${box} <a href="${link.variant(variant.id)}">${name}</a><br><code>${breakable(variant.id)}</code></th>${middleCell(row, context)}${entries(row, context)}</tr>`;
}

function middleCell(row, { metric, middleGrade }) {
  const shown = isNumber(row.middle) ? metric.shown(row.middle, null) : { text: ABSENT, sign: "", kind: "none" };
  return html`<td class="num middle">${entry(middleGrade ? { ...shown, kind: middleGrade(row.middle) } : shown)}</td>`;
}

// The address at which a cell is open and all else is as it is.
function opener(state) {
  const rest = changed(state, { cell: "" });
  const ids = new Map([...data.variants, ...data.problems].map(({ id }) => [id, encoded(id)]));
  return ({ variant, problem }) => `${rest}${rest.includes("?") ? "&" : "?"}cell=${ids.get(variant.id)}~${ids.get(problem.id)}`;
}

// The cells of a row as links that open them; the arrow keys move between them.
function entries(row, { metric, shown, graders, opens }) {
  return shown.map((k) => {
    const cell = row.cells[k];
    const found = shownIn(cell, metric);
    const kind = graders.length && isNumber(row.values[k]) ? graders[k](row.values[k]) : found.kind;
    if (!cell) return html`<td class="num">${entry(found)}</td>`;
    return html`<td class="num"><a class="entry ${kind}" href="${opens(cell)}" tabindex="-1">${found.sign ? `${found.sign} ` : ""}${found.text}</a></td>`;
  });
}

function legend(metric) {
  const marks = data.marks.map((_, k) => mark(k));
  const verdicts = metric.id.startsWith("order-") ? marks : marks.slice(RAN);
  const ratios = metric.group.startsWith("Relative")
    ? [["g3", "▾", "÷ 10 000 or less"], ["g2", "▾", "÷ 100"], ["g1", "▾", "less"], ["e0", "≈", "within 10 %"], ["b1", "▴", "more"], ["b2", "▴", "× 10"], ["b3", "▴", "× 100 or more"]]
    : metric.graded ? [["q0", "", "best in the column"], ["q4", "", "worst"]] : [];
  return html`<p class="legend">${ratios.map(([kind, sign, word]) => html`<span class="entry ${kind}">${sign} ${word}</span> `)}${verdicts.map((m) => html`<span class="badge ${m.kind}" title="${m.meaning}">${m.sign} ${m.word}</span> `)}<span class="badge failed">! stops</span></p>`;
}

// Tells what a cell is when the mouse is over it: thousands of titles in the markup would double the time of a switch.
function nameCell({ target }) {
  if (!target.matches || !target.matches("#matrix a.entry") || target.title) return;
  const cell = cellOf(...list(parsed(target.hash).keys, "cell"));
  if (cell) target.title = `${cell.variant.id} on ${cell.problem.id}: ${cell.look.word}`;
}

// What the explorer shows as plain data.
function viewAsJson(state) {
  const { wanted, metric, problems, rows } = explored(state);
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value));
  return JSON.stringify({
    driftbench: { commit: data.provenance.commit, digest: data.provenance.digest },
    metric: { id: metric.id, name: metric.name, note: metric.note },
    filters: given,
    problems: problems.map((p) => p.id),
    variants: rows.map((row) => ({
      id: row.variant.id,
      median: row.middle,
      values: Object.fromEntries(problems.map((p, k) => [p.id, row.cells[k] ? (isNumber(row.values[k]) ? row.values[k] : { absent: shownIn(row.cells[k], metric).text }) : null])),
    })),
  }, null, 2);
}

// Moves between the cells of the matrix by the arrow keys, Home and End.
function moveInMatrix(event) {
  const table = document.getElementById("matrix");
  const from = event.target;
  if (!table || !table.contains(from) || !from.matches("a.entry")) return;
  const rows = [...table.querySelectorAll("tbody tr")];
  const linksOf = (row) => [...row.querySelectorAll("a.entry")];
  const [y, x] = [rows.indexOf(from.closest("tr")), linksOf(from.closest("tr")).indexOf(from)];
  const moves = { ArrowLeft: [y, x - 1], ArrowRight: [y, x + 1], ArrowUp: [y - 1, x], ArrowDown: [y + 1, x], Home: [y, 0], End: [y, Infinity] };
  if (!(event.key in moves)) return;
  const [row, column] = moves[event.key];
  const links = rows[row] ? linksOf(rows[row]) : [];
  const to = links[Math.max(0, Math.min(column, links.length - 1))];
  event.preventDefault();
  if (!to) return;
  focusEntry(table, to);
  to.focus();
}

// The one cell that the tab key stops at.
function focusEntry(table, to) {
  for (const old of table.querySelectorAll('a.entry[tabindex="0"]')) old.tabIndex = -1;
  to.tabIndex = 0;
}
