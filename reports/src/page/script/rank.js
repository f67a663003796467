"use strict";
// Ranks a part of a board by the rules of the harness (`harness/answers/src/rank.rs`), so that a reader can ask about one
// integrator, fixed steps or one kind of problem. A test runs this file and holds it equal to the Rust.

const REPLICATES = 1000;
const CONFIDENCE = 0.95;
const LOG2_TAU_MAX = 10;
const TWO_32 = 4294967296;

// The random sequence of the harness, in two halves of 32 bits.
class SplitMix64 {
  constructor(high, low) {
    this.high = high >>> 0;
    this.low = low >>> 0;
  }

  next() {
    const low = this.low + 0x7f4a7c15;
    this.high = (this.high + 0x9e3779b9 + (low >= TWO_32 ? 1 : 0)) >>> 0;
    this.low = low >>> 0;
    let z = [this.high, this.low];
    z = times(shifted(z, 30), [0xbf58476d, 0x1ce4e5b9]);
    z = times(shifted(z, 27), [0x94d049bb, 0x133111eb]);
    return shifted(z, 31);
  }

  // A number in 0..n.
  below(n) {
    const [high, low] = this.next();
    return Math.floor((high * n + Math.floor((low * n) / TWO_32)) / TWO_32);
  }

  // A number with the standard normal distribution.
  normal() {
    const unit = () => {
      const [high, low] = this.next();
      return (high * 2097152 + (low >>> 11) + 1) / 9007199254740992;
    };
    const u = unit();
    const v = unit();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
  }
}

// z ^ (z >> by), for less than 32 places.
function shifted([high, low], by) {
  const down = ((low >>> by) | (high << (32 - by))) >>> 0;
  return [(high ^ (high >>> by)) >>> 0, (low ^ down) >>> 0];
}

// The lower 64 bits of a product.
function times([aHigh, aLow], [bHigh, bLow]) {
  const [a0, a1, b0, b1] = [aLow & 0xffff, aLow >>> 16, bLow & 0xffff, bLow >>> 16];
  const [p00, p01, p10, p11] = [a0 * b0, a0 * b1, a1 * b0, a1 * b1];
  const middle = Math.floor(p00 / 65536) + (p01 % 65536) + (p10 % 65536);
  const low = ((middle % 65536) * 65536 + (p00 % 65536)) >>> 0;
  const carried = p11 + Math.floor(p01 / 65536) + Math.floor(p10 / 65536) + Math.floor(middle / 65536);
  const crossed = (Math.imul(aHigh, bLow) >>> 0) + (Math.imul(aLow, bHigh) >>> 0);
  return [(carried + crossed) % TWO_32, low];
}

const known = (x) => x !== null && x !== undefined && Number.isFinite(x);
const family = (problem) => problem.split("/")[0];
const sortedSet = (names) => [...new Set(names)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

function median(values) {
  const sorted = values.filter(known).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === upper ? lower : 0.5 * lower + 0.5 * upper;
}

// The ends between which 95 % of sorted numbers lie.
function percentiles(sorted) {
  const outside = Math.floor(0.5 * (1 - CONFIDENCE) * sorted.length);
  const last = sorted.length - 1 - outside;
  return last < 0 ? null : [sorted[outside], sorted[last]];
}

// The lines and instances of a board that are kept.
function restricted(board, keepsLine, keepsProblem) {
  const places = [...new Set(board.instances.map((i) => i.problem))];
  const kept = board.instances.map((_, i) => i).filter((i) => keepsProblem(board.instances[i].problem));
  const keptProblems = places.map((_, i) => i).filter((i) => keepsProblem(places[i]));
  const pick = (list, from) => (list && list.length ? from.filter((i) => i < list.length).map((i) => list[i]) : []);
  const line = (line) => ({
    ...line,
    costs: kept.map((i) => line.costs[i]),
    noise: pick(line.noise, keptProblems),
    at_most: kept.map((old, place) => [old, place]).filter(([old]) => (line.at_most || []).includes(old)).map(([, place]) => place),
    figures: line.figures.map((figure) => ({ ...figure, values: pick(figure.values, kept) })),
  });
  return {
    ...board,
    instances: kept.map((i) => board.instances[i]),
    lines: board.lines.filter((l) => keepsLine(l.variant)).map(line),
  };
}

// The first condition that a line misses: the figure with its value, or null.
function missed(line, conditions) {
  for (const condition of conditions || []) {
    const figure = line.figures.find((f) => f.name === condition.figure);
    const value = figure ? figure.value : null;
    if (!known(value) || value > condition.at_most) return { figure: condition.figure, value };
  }
  return null;
}

// Problem and family of every instance, and the noise of every line by problem, all numbered by name.
function columns(board) {
  const places = [...new Set(board.instances.map((i) => i.problem))];
  const problems = sortedSet(places);
  const families = sortedSet(problems.map(family));
  return {
    problem: board.instances.map((i) => problems.indexOf(i.problem)),
    family: board.instances.map((i) => families.indexOf(family(i.problem))),
    problems: problems.length,
    families: families.length,
    noise: board.lines.map((line) => problems.map((name) => {
      const sigma = (line.noise || [])[places.indexOf(name)];
      return known(sigma) && sigma > 0 ? sigma : 0;
    })),
  };
}

// Ranks from wins: `ahead(drawn, a, b)` over all replicates.
function intervals(rows, given, drawnScores, ahead) {
  const wins = new Uint16Array(rows * rows);
  const seen = given.map(() => []);
  for (const drawn of drawnScores) {
    for (let a = 0; a < rows; a++) {
      if (known(drawn[a])) seen[a].push(drawn[a]);
      for (let b = 0; b < rows; b++) if (ahead(drawn, a, b)) wins[a * rows + b]++;
    }
  }
  const clearly = (a, b) => wins[a * rows + b] >= CONFIDENCE * REPLICATES;
  return given.map((score, row) => {
    let [low, high] = [1, rows];
    for (let other = 0; other < rows; other++) {
      if (clearly(other, row)) low++;
      if (clearly(row, other)) high--;
    }
    const at = known(score) ? score : 0;
    const [least, most] = percentiles(seen[row].sort((a, b) => a - b)) || [at, at];
    return { low, high, score: [Math.min(least, at), Math.max(most, at)] };
  });
}

// Area under the performance profile.
function byProfile(board) {
  const rows = board.lines.length;
  const { problem, family, problems, families, noise } = columns(board);
  const solvable = (cost) => known(cost) && cost >= 0;
  const columnsOf = board.instances.map((_, i) => {
    const solved = [];
    board.lines.forEach((line, row) => {
      if (solvable(line.costs[i])) solved.push([row, Math.log2(line.costs[i])]);
    });
    return { problem: problem[i], family: family[i], solved };
  });
  // Sums are formed in the order of the harness, since last bits decide ties: family by family in the draws.
  const byFamily = columnsOf.map((column, i) => [column, i]).sort(([a, i], [b, j]) => a.family - b.family || i - j).map(([column]) => column);
  const areas = (columns, weight, shift) => {
    const areas = new Array(rows).fill(0);
    let contested = 0;
    for (const column of columns) {
      const times = weight(column.family);
      if (times === 0 || column.solved.length === 0) continue;
      let best = Infinity;
      for (const [row, cost] of column.solved) best = Math.min(best, cost + shift(column.problem, row));
      contested += times;
      for (const [row, cost] of column.solved) {
        const at = cost + shift(column.problem, row);
        const behind = at === best ? 0 : at - best;
        areas[row] += times * Math.max(0, 1 - behind / LOG2_TAU_MAX);
      }
    }
    return contested > 0 ? areas.map((area) => area / contested) : areas;
  };
  const given = areas(columnsOf, () => 1, () => 0);
  const random = new SplitMix64(0, 0x72616e6b);
  const drawn = [];
  for (let k = 0; k < REPLICATES; k++) {
    const weights = new Array(families).fill(0);
    for (let i = 0; i < families; i++) weights[random.below(families)]++;
    const shifts = [];
    for (let p = 0; p < problems; p++) {
      shifts.push(noise.map((row) => (row[p] > 0 ? row[p] * Math.LOG2E * random.normal() : 0)));
    }
    drawn.push(areas(byFamily, (f) => weights[f], (p, row) => shifts[p][row]));
  }
  return [given, intervals(rows, given, drawn, (scores, a, b) => scores[a] > scores[b])];
}

// Any other score, from how often every instance was drawn and the factors of the costs.
function redrawn(board, classes, strata, noisy, score) {
  const rows = board.lines.length;
  const { problem, family, problems, noise } = columns(board);
  const given = score(board.instances.map(() => 1), () => 1);
  const keys = board.instances.map((_, i) => [strata[i], family[i]]);
  const order = (a, b) => a[0] - b[0] || a[1] - b[1];
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const families = [...keys].sort(order).filter((key, i, all) => i === 0 || !same(key, all[i - 1]));
  const random = new SplitMix64(0x64, 0x7261776e);
  const drawn = [];
  for (let k = 0; k < REPLICATES; k++) {
    const weights = new Array(families.length).fill(0);
    for (let first = 0; first < families.length; ) {
      let size = 1;
      while (first + size < families.length && families[first + size][0] === families[first][0]) size++;
      for (let i = 0; i < size; i++) weights[first + random.below(size)]++;
      first += size;
    }
    const factors = board.lines.map((_, row) => {
      const of = [];
      for (let p = 0; p < problems; p++) {
        of.push(noisy && noise[row][p] > 0 ? Math.exp(noise[row][p] * random.normal()) : 1);
      }
      return of;
    });
    const times = keys.map((key) => weights[families.findIndex((f) => same(f, key))]);
    drawn.push(score(times, (row, i) => factors[row][problem[i]]));
  }
  const ahead = (scores, a, b) => {
    if (classes[a] !== classes[b]) return classes[a] < classes[b];
    return known(scores[a]) && known(scores[b]) && scores[a] > scores[b];
  };
  return [given, intervals(rows, given, drawn, ahead)];
}

// The median of the costs: the smaller the better.
function byMedian(board) {
  const score = (times, factor) => board.lines.map((line, row) => {
    const all = [];
    line.costs.forEach((cost, i) => {
      if (known(cost)) for (let k = 0; k < times[i]; k++) all.push(cost * factor(row, i));
    });
    const middle = median(all);
    return middle === null ? null : -middle;
  });
  const classes = board.lines.map((line) => (line.prices === 0 ? 2 : line.misses ? 1 : 0));
  const [given, found] = redrawn(board, classes, board.instances.map(() => 0), true, score);
  const negated = (x) => (known(x) ? -x : null);
  return [given.map(negated), found.map((i) => ({ ...i, score: [-i.score[1], -i.score[0]] }))];
}

// The mean over groups of the share that was solved.
function byShare(board) {
  const groups = sortedSet(board.instances.map((i) => i.group).filter((g) => g !== null && g !== undefined));
  const share = (line, group, times) => {
    let [solved, all] = [0, 0];
    board.instances.forEach((instance, i) => {
      if (instance.group !== group) return;
      all += times[i];
      if (known(line.costs[i])) solved += times[i];
    });
    return all > 0 ? solved / all : null;
  };
  const score = (times) => board.lines.map((line) => {
    const shares = groups.map((group) => share(line, group, times)).filter(known);
    return shares.length ? shares.reduce((a, b) => a + b, 0) / shares.length : null;
  });
  const once = board.instances.map(() => 1);
  for (const line of board.lines) {
    line.figures = groups.map((group) => ({ name: group, value: share(line, group, once), values: [] }));
  }
  const strata = board.instances.map((i) => (groups.includes(i.group) ? groups.indexOf(i.group) : groups.length));
  return redrawn(board, board.lines.map(() => 0), strata, false, score);
}

const SCORINGS = { profile: byProfile, median: byMedian, share: byShare };

// The lines of a part of a board of variants, best first, with ranks, scores, coverage, bounds and figures.
function rankBoard(board, keepsLine, keepsProblem) {
  const part = restricted(board, keepsLine, keepsProblem);
  part.lines.sort((a, b) => (a.variant < b.variant ? -1 : a.variant > b.variant ? 1 : 0));
  for (const line of part.lines) {
    for (const figure of line.figures) if (figure.values.length) figure.value = median(figure.values);
    if ((board.conditions || []).length) line.misses = missed(line, board.conditions);
    line.prices = line.costs.filter((cost) => cost !== null && cost !== undefined).length;
    line.bounds = line.at_most.length;
    line.coverage = line.prices / Math.max(line.costs.length, 1);
  }
  const [scores, found] = SCORINGS[board.scoring](part);
  part.lines.forEach((line, row) => {
    line.score = scores[row];
    [line.rank_low, line.rank_high] = [found[row].low, found[row].high];
    line.score_interval = known(scores[row]) ? found[row].score : null;
  });
  const place = (line) => (line.misses ? 2 : 0) + (known(line.score) ? 0 : 1);
  const better = board.scoring === "median" ? 1 : -1;
  return part.lines.sort((a, b) => {
    const byClass = place(a) - place(b);
    const byScore = known(a.score) && known(b.score) ? better * (a.score - b.score) : 0;
    return byClass || byScore || (a.variant < b.variant ? -1 : a.variant > b.variant ? 1 : 0);
  });
}

// A part of a board, as a reader asks for it: `catalog` has the integrators and step control of variants and the tags of
// problems, `wanted` may name an integrator, fixed steps, a tag and a list of problems.
function rankPart(board, catalog, wanted) {
  const keepsLine = (id) => {
    const variant = catalog.variants[id];
    if (!variant) return false;
    return (!wanted.integrator || variant.integrator === wanted.integrator) && !(wanted.fixed_steps && variant.adaptive);
  };
  const keepsProblem = (id) =>
    (!wanted.tag || (catalog.problems[id] || []).includes(wanted.tag)) && (!wanted.problems || wanted.problems.includes(id));
  return rankBoard(board, keepsLine, keepsProblem);
}
