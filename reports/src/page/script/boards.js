// The boards: one question each, ranked anew on what a reader selects.

const boardTitle = (board) => board.title;

const keyOf = (board) => (board.with ? `${board.id}~${board.with}` : board.id);

// Lines that the bars and the profiles highlight before a reader chooses others.
const HIGHLIGHTED = 4;

// The lines of a board for a selection: those of the harness where nothing is left out.
function ranked(board, wanted) {
  if (!isFiltered(wanted)) return board.lines;
  const keepsLine = (id) => data.variant.has(id) && keepsVariant(wanted, data.variant.get(id));
  const keepsPlace = (id) => data.problem.has(id) && keepsProblem(wanted, data.problem.get(id));
  return rankBoard(structuredClone(board), keepsLine, keepsPlace);
}

function boards(section, state) {
  const static_ = document.getElementById("boards-static");
  if (static_) static_.remove();
  if (!section.querySelector(".board")) {
    section.insertAdjacentHTML("beforeend", '<form class="filters" aria-label="Filters"></form><div class="board"></div>');
  }
  if (data.boards.length === 0) return;
  const wanted = selection(state);
  const [id, with_] = [one(state.keys, "board"), one(state.keys, "with")];
  const board = data.boards.find((b) => b.id === id && (b.with || "") === with_) || data.boards.find((b) => b.id === id) || data.boards[0];
  const unknown = id && board.id !== id;
  const options = data.boards.map((b) => [keyOf(b), boardTitle(b)]);
  showForm(section.querySelector(".filters"), html`${choice("board-and-with", "Question", options, keyOf(board))}${filters(wanted)}`);
  const [variants, problems] = [selectedVariants(wanted), selectedProblems(wanted)];
  const asked = board.instances.length === 0 || board.instances.some((i) => keepsProblem(wanted, data.problem.get(i.problem) || { tags: [] }));
  const lines_ = variants.length && problems.length && asked ? ranked(board, wanted) : [];
  show(section.querySelector(".board"), html`
    ${unknown ? html`<p class="warn">This report has no board “${id}”; this is the first one.</p>` : ""}
    ${selectedWords(wanted, variants, problems)}
    <h2>${boardTitle(board)}</h2>
    <div class="beside"><p class="rule">${board.question} ${board.rule}${isFiltered(wanted) ? html` <b>Ranked anew on the selection by the same rule.</b>` : ""}</p></div>
    ${lines_.length ? boardTable(board, lines_, state) : html`<p class="nothing">No variant of the selection is on this board, or none of its problems is selected.</p>`}
    ${lines_.length && board.scoring === "profile" ? profiles(board, lines_, wanted, state) : ""}
    ${lines_.length ? precision(lines_, wanted, state) : ""}`);
}

const rankText = (line) => (line.rank_low === line.rank_high ? `${line.rank_low}` : `${line.rank_low} to ${line.rank_high}`);
const scoreText = (board, x) => (isNumber(x) ? (board.scoring === "median" ? factor(x) : x.toFixed(3)) : ABSENT);

function boardTable(board, lines_, state) {
  const chosen = highlighted(lines_, state);
  const name = (line) => html`<input type="checkbox" data-compare="${line.variant}" id="compare-${line.variant}"${chosen.includes(line.variant) ? trusted(" checked") : ""} aria-label="Highlight ${line.variant}"> <a href="${link.variant(line.variant)}">${data.variant.has(line.variant) ? fullName(data.variant.get(line.variant)) : line.variant}</a><br><code>${breakable(line.variant)}</code>${line.misses ? html` <small>${missedWords(line.misses)}</small>` : ""}`;
  const bar = (line) => {
    if (board.scoring === "median" || !isNumber(line.score)) return "";
    const [low, high] = line.score_interval || [line.score, line.score];
    return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="fill" width="${px(100 * line.score)}" height="8"/><rect class="range" x="${px(100 * low)}" y="3" width="${px(Math.max(0.5, 100 * (high - low)))}" height="2"/></svg>`;
  };
  const figures = lines_[0].figures.map((f) => f.name);
  const value = (line, title) => (line.figures.find((f) => f.name === title) || {}).value;
  const columns = [
    { id: "variant", title: "Variant", words: true, value: (l) => l.variant, cell: name },
    { id: "rank", title: "Rank", value: (l) => lines_.indexOf(l), cell: rankText },
    { id: "score", title: "Score", high: board.scoring !== "median", value: (l) => l.score, cell: (l) => html`${bar(l)}${scoreText(board, l.score)}${l.score_interval ? html`<br><small>${scoreText(board, l.score_interval[0])} to ${scoreText(board, l.score_interval[1])}</small>` : ""}` },
    { id: "coverage", title: "Answered", high: true, value: (l) => l.coverage, cell: (l) => `${Math.floor(100 * l.coverage)} %` },
    ...figures.map((title) => ({ id: `figure-${title}`, title, value: (l) => value(l, title), cell: (l) => (isNumber(value(l, title)) ? shortNumber(value(l, title)) : ABSENT) })),
  ];
  return html`${sortedTable({ caption: `${boardTitle(board)}: ${count(lines_.length, "variant")}`, columns, rows: lines_, state, fallback: "rank", name: slug("board", keyOf(board)), kind: "board" })}
    <p class="aside">Rank: a range where the difference is not significant (95 %). Answered: the share of the board's questions for which the variant has a number.</p>`;
}

const missedWords = (misses) => (typeof misses === "string" ? misses : `misses a condition: ${misses.figure}${isNumber(misses.value) ? ` is ${shortNumber(misses.value)}` : ""}`);
const shortNumber = (x) => (x !== 0 && (Math.abs(x) < 0.01 || Math.abs(x) >= 1e5) ? scientific(x, 2) : rounded(x, 3));

// The variants that the figures highlight: those that are ticked, or the leaders.
function highlighted(lines_, state) {
  const ticked = list(state.keys, "compare").filter((id) => lines_.some((l) => l.variant === id));
  return ticked.length ? ticked.slice(0, SERIES) : lines_.slice(0, HIGHLIGHTED).map((l) => l.variant);
}

// Performance profiles: for which share of the questions a variant is within a factor of the best.
function profiles(board, lines_, wanted, state) {
  const asked = board.instances.map((_, i) => i).filter((i) => keepsProblem(wanted, data.problem.get(board.instances[i].problem) || { tags: [] }));
  const costs = new Map(board.lines.map((l) => [l.variant, asked.map((i) => l.costs[i])]));
  const best = asked.map((_, k) => Math.min(...lines_.map((l) => costs.get(l.variant)[k]).filter(isNumber)));
  const contested = best.filter((x) => isNumber(x)).length;
  const steps = (id) => {
    const ratios = costs.get(id).map((cost, k) => (isNumber(cost) && isNumber(best[k]) ? cost / best[k] : null)).filter(isNumber).sort((a, b) => a - b);
    const points = [[1, ratios.filter((r) => r <= 1).length / contested]];
    ratios.forEach((r, k) => {
      if (r > 1 && r <= FARTHEST) points.push([r, points[points.length - 1][1]], [r, (k + 1) / contested]);
    });
    points.push([FARTHEST, points[points.length - 1][1]]);
    return points;
  };
  if (contested === 0) return "";
  const chosen = highlighted(lines_, state);
  const names = legendNames(chosen.map((id) => data.variant.get(id)));
  const drawn = chart({
    name: slug("profiles", keyOf(board)), label: `Performance profiles: ${boardTitle(board)}`,
    x: { name: "Cost, as a multiple of the best variant's", log: true }, y: { name: "Share of the questions" },
    series: chosen.map((id, k) => ({ name: names[k], points: steps(id), dots: false })),
    ghosts: lines_.filter((l) => !chosen.includes(l.variant)).map((l) => ({ points: steps(l.variant) })),
  });
  return html`<h2>Performance profiles</h2>${figure(drawn, `How often a variant reaches the target at no more than so many times the cost of the best one. Left: how often it is the best. The score is the area below, up to a factor of 1024. Pale: the other ${lines_.length - chosen.length} variants. Tick variants in the table to highlight them.`)}`;
}

const FARTHEST = 1024;

// Work and precision of the highlighted variants on one problem.
function precision(lines_, wanted, state) {
  const problems = selectedProblems(wanted);
  const problem = problems.find((p) => p.id === one(state.keys, "on")) || problems[0];
  const k = one(state.keys, "of") === "error" ? 0 : 3;
  const byTime = one(state.keys, "work") === "time";
  const chosen = highlighted(lines_, state);
  const cellsOn = (ids) => ids.map((id) => cellOf(id, problem.id)).filter((c) => c && c.ran);
  const others = lines_.map((l) => l.variant).filter((id) => !chosen.includes(id));
  const shown = cellsOn(chosen);
  return html`<h2>Work and precision</h2>
    <p class="filters">${choice("on", "Problem", problems.map((p) => [p.id, p.id]), problem.id)}
      ${choice("of", "Precision", [["", "Drift |Φ|"], ["error", "Position error"]], k ? "" : "error")}
      ${choice("work", "Work", [["", "Evaluations"], ["time", "Time"]], byTime ? "time" : "")}</p>
    ${shown.length ? figure(workPrecision(slug("work", problem.id), shown, cellsOn(others), k, k ? "Drift |Φ|" : "Position error", byTime), `Every run on ${problem.name}: lower and further left is better. Pale: the other variants of the board. ${LOST_WORDS}`) : html`<p class="nothing">None of the highlighted variants ran on ${problem.name}.</p>`}`;
}
