// Two to six variants side by side.

const MOST_COMPARED = 6;

function comparePage(section, state) {
  const ids = list(state.keys, "ids");
  const unknown = ids.filter((id) => !data.variant.has(id));
  const variants = [...new Set(ids)].map((id) => data.variant.get(id)).filter(Boolean).slice(0, MOST_COMPARED);
  const metric = metricOf(one(state.keys, "metric")) || metricOf("");
  const problems = data.problems.filter((p) => variants.every((v) => v.cells.has(p.id)));
  const common = problems.filter((p) => p.consistent && variants.every((v) => v.cells.get(p.id).ran));
  const problem = problems.find((p) => p.id === one(state.keys, "problem")) || common[0] || problems[0];
  const middle = (v, m) => median(common.map((p) => m.value(v.cells.get(p.id))).filter(isNumber));
  const shown = ["relative-drift_position", "relative-drift_velocity", "relative-position", "relative-energy", "relative-time", "at-drift_position", "at-position", "step-time"].map(metricOf).filter(Boolean);
  const others = data.variants.filter((v) => !variants.includes(v)).map((v) => [v.id, v.id]);
  const name = legendNames(variants);
  show(section, html`
    <h1>Compare variants</h1>
    ${unknown.length ? html`<p class="warn">This report has no variant ${unknown.map((id) => `“${id}”`).join(", ")}.</p>` : ""}
    ${ids.length > MOST_COMPARED ? html`<p class="warn">The first ${MOST_COMPARED} of ${ids.length} are compared.</p>` : ""}
    <ul class="chosen">${variants.map((v) => html`<li><a href="${link.variant(v.id)}">${fullName(v)}</a> <code>${v.id}</code> <button type="button" data-do="leave-out" data-variant="${v.id}">Remove<span class="unseen"> ${v.id}</span></button></li>`)}</ul>
    ${variants.length < MOST_COMPARED ? html`<p>${choice("add", "Add a variant", [["", "choose …"], ...others], "")}</p>` : ""}
    ${variants.length < 2 ? html`<p class="nothing">Choose two to six variants, here or by ticking them in the <a href="${fragment("explore")}">explorer</a>.</p>` : html`
    <h2>Over ${count(common.length, "problem")}</h2>
    <p class="aside">Medians over the problems with a consistent start on which all of them ran.</p>
    ${plainTable(slug("compare"), "Medians over common problems", ["Quantity", ...name], shown.map((m) => [`${m.name}${m.group.startsWith("Relative") ? ", relative" : ""}`, ...variants.map((v) => (isNumber(middle(v, m)) ? entry(m.shown(middle(v, m), null)) : ABSENT))]))}
    <h2>On one problem</h2>
    <p class="aside">${LOST_WORDS}</p>
    <p class="filters">${choice("problem", "Problem", problems.map((p) => [p.id, p.id]), problem ? problem.id : "")}</p>
    ${problem ? sideBySide(variants.map((v) => v.cells.get(problem.id)), problem) : html`<p class="nothing">No problem has a cell of all of them.</p>`}
    <h2>On every problem</h2>
    <p class="filters">${choice("metric", "Show", metrics().map((m) => [m.id, `${m.group}: ${m.name}`]), metric.id)}</p>
    ${sortedTable({
      caption: metric.name,
      columns: [
        { id: "problem", title: "Problem", words: true, value: (p) => p.id, cell: (p) => html`<a href="${link.problem(p.id)}">${breakable(p.id)}</a>` },
        ...variants.map((v, k) => ({ id: v.id, title: name[k], high: metric.high, value: (p) => (v.cells.get(p.id).ran ? metric.value(v.cells.get(p.id)) : null), cell: (p) => html`<a class="plain" href="${changed(state, { cell: [v.id, p.id] })}">${entry(shownIn(v.cells.get(p.id), metric))}</a>` })),
      ],
      rows: problems, state, name: slug("compare", metric.id),
    })}`}`);
}

function sideBySide(cells, problem) {
  const ran = cells.filter((c) => c.ran);
  const failed = cells.filter((c) => !c.ran);
  const history = historyChart(slug("compare-history", problem.id), ran);
  return html`${failed.map((c) => html`<p>${badge(c.look)} <code>${c.variant.id}</code>: ${c.why}</p>`)}
    ${ran.length ? html`<div class="figures">
      ${figure(convergence(slug("compare-drift", problem.id), ran, 3, "Drift |Φ|"))}
      ${figure(convergence(slug("compare-error", problem.id), ran, 0, "Position error"))}
      ${history ? figure(history) : ""}
      ${figure(workPrecision(slug("compare-work", problem.id), ran, [], 3, "Drift |Φ|", false))}
    </div>` : ""}`;
}
