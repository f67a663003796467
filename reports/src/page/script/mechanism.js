// Sketches of mechanisms, and their motion beside a run that drifts.

const SKETCH = { size: 300, room: 16 };

// A point of space as one of the plane: a view from above and aside.
function flat(point) {
  if (point.length === 2) return point;
  const [x, y, z] = point;
  return [0.87 * (y - x), z - 0.42 * (x + y) * 0.58];
}

// The points of a frame.
function pointsOf(frame, dimensions) {
  const points = [];
  for (let k = 0; k + dimensions <= frame.length; k += dimensions) points.push(frame.slice(k, k + dimensions));
  return points;
}

// The scale at which everything that a motion reaches fits.
function fitted(motion) {
  const frames = [...motion.reference.frames, ...(motion.drifting ? motion.drifting.frames : [])];
  const points = [...frames.flatMap((f) => pointsOf(f, motion.dimensions)), ...motion.fixed, ...motion.paths.flat()].map(flat).filter((p) => p.every(isNumber));
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const span = Math.max(right - left, high - low) || 1;
  const unit = (SKETCH.size - 2 * SKETCH.room) / span;
  const [width, height] = [unit * (right - left) + 2 * SKETCH.room, unit * (high - low) + 2 * SKETCH.room];
  return { width, height, at: (p) => [SKETCH.room + unit * (p[0] - left), SKETCH.room + unit * (high - p[1])] };
}

// The bodies of a frame as markup.
function bodies(motion, frame, fit, kind) {
  const points = [...pointsOf(frame, motion.dimensions), ...motion.fixed].map((p) => fit.at(flat(p)));
  if (points.some((p) => !p.every(isNumber))) return "";
  const bar = ({ ends: [i, j], elastic }) => (points[i] && points[j] ? html`<line class="${elastic ? "spring" : "bar"}" x1="${px(points[i][0])}" y1="${px(points[i][1])}" x2="${px(points[j][0])}" y2="${px(points[j][1])}"/>` : "");
  return html`<g class="${kind}">${motion.links.map(bar)}${points.slice(0, motion.points).map(([x, y]) => html`<circle cx="${px(x)}" cy="${px(y)}" r="${motion.points > 24 ? 2 : 3.5}"/>`)}</g>`;
}

function ground(motion, fit) {
  const pin = (p) => {
    const [x, y] = fit.at(flat(p));
    return html`<path d="M${px(x)} ${px(y)}l-6 10h12z"/>`;
  };
  const path = (points) => html`<polyline points="${points.map((p) => fit.at(flat(p)).map(px).join(",")).join(" ")}"/>`;
  return html`<g class="frame">${motion.paths.map(path)}${motion.fixed.map(pin)}</g>`;
}

// Mechanisms with more points than this show the trace of the last one only.
const MOST_TRACED = 12;

// The traces of the points along the motion.
function traces(motion, fit) {
  const frames = motion.reference.frames.map((frame) => pointsOf(frame, motion.dimensions).map((p) => fit.at(flat(p))));
  const first = motion.points > MOST_TRACED ? motion.points - 1 : 0;
  const traced = Array.from({ length: motion.points - first }, (_, k) => frames.map((points) => points[first + k]));
  const trace = (points) => html`<polyline points="${points.filter((p) => p && p.every(isNumber)).map((p) => p.map(px).join(",")).join(" ")}"/>`;
  return html`<g class="traces">${traced.map(trace)}</g>`;
}

// A small picture of a mechanism at its start, with the traces of its points.
function sketch(problem) {
  const { motion } = problem;
  if (!motion || motion.reference.frames.length === 0) return "";
  const fit = fitted(motion);
  return html`<svg class="sketch" viewBox="0 0 ${px(fit.width)} ${px(fit.height)}" role="img" aria-label="Sketch of ${problem.name}">${traces(motion, fit)}${ground(motion, fit)}${bodies(motion, motion.reference.frames[0], fit, "truth")}</svg>`;
}

// The motion with its controls.
function mechanismFigure(problem) {
  const { motion } = problem;
  if (!motion || motion.reference.frames.length === 0) return "";
  const fit = fitted(motion);
  const { drifting } = motion;
  const reference = motion.reference.kind === "exact" ? "the true motion" : "an accurate run";
  return html`<figure class="motion">
    <svg class="mechanism" data-name="${slug("mechanism", problem.id)}" id="mechanism" viewBox="0 0 ${px(fit.width)} ${px(fit.height)}" role="img" aria-label="Motion of ${problem.name}">${traces(motion, fit)}${ground(motion, fit)}<g id="moving"></g></svg>
    <p class="player">${button("play", "Play", 'id="play" aria-pressed="false"')}
      <label>Time <input type="range" id="frame" min="0" max="${motion.times.length - 1}" value="0"></label> <output id="now"></output></p>
    <figcaption>Solid: ${reference}.${drifting ? html` Dashed: <a href="${link.variant(drifting.variant)}"><code>${drifting.variant}</code></a> with steps of ${stepText(drifting.step)}, which drifts.` : ""}</figcaption></figure>`;
}

// The playing motion: what is drawn, and the next picture.
const player = { problem: null, fit: null, at: 0, playing: false, last: 0 };

// Seconds in which a motion is shown once.
const SHOWN_IN = 6;

function animate(section, problem) {
  player.playing = false;
  if (!section.querySelector("#mechanism")) return;
  Object.assign(player, { problem, fit: fitted(problem.motion), at: 0 });
  drawFrame();
}

function drawFrame() {
  const { motion } = player.problem;
  const moving = document.getElementById("moving");
  if (!moving) return false;
  const k = Math.min(Math.floor(player.at), motion.times.length - 1);
  const drifting = motion.drifting && motion.drifting.frames[k];
  show(moving, html`${drifting ? bodies(motion, drifting, player.fit, "drifting") : ""}${bodies(motion, motion.reference.frames[k], player.fit, "truth")}`);
  document.getElementById("frame").value = k;
  document.getElementById("now").textContent = `${rounded(motion.times[k], 3)} s`;
  return true;
}

function play(on) {
  player.playing = on;
  player.last = 0;
  const control = document.getElementById("play");
  if (control) {
    control.textContent = on ? "Pause" : "Play";
    control.setAttribute("aria-pressed", on);
  }
  if (on) requestAnimationFrame(nextFrame);
}

function nextFrame(now) {
  if (!player.playing) return;
  const frames = player.problem.motion.times.length;
  if (player.last) player.at = (player.at + ((now - player.last) / 1000) * (frames / SHOWN_IN)) % frames;
  player.last = now;
  if (drawFrame()) requestAnimationFrame(nextFrame);
  else player.playing = false;
}

// Motion starts by itself only for readers who do not mind it.
const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
