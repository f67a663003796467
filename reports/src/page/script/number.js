// Numbers as text, in the words of `reports/src/phrase.rs` and `number.rs`. A test holds both equal.

const ABSENT = "–";
const isNumber = (x) => typeof x === "number" && Number.isFinite(x);

// So many significant digits with an exponent: `3.1e-9`.
function scientific(x, digits) {
  if (!isNumber(x)) return ABSENT;
  return x === 0 ? "0" : x.toExponential(digits - 1).replace("e+", "e");
}

const withoutZeros = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

// Groups of three digits before the point, apart by a space.
function grouped(text) {
  const [whole, decimals] = text.split(".");
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, " ");
  return decimals === undefined ? spaced : `${spaced}.${decimals}`;
}

// So many significant digits without an exponent and without zeros at the end.
function rounded(x, digits) {
  if (!isNumber(x)) return ABSENT;
  const size = x === 0 ? 0 : Math.floor(Math.log10(Math.abs(x)));
  return withoutZeros(x.toFixed(Math.max(digits - 1 - size, 0)));
}

function twoDigits(x) {
  if (!isNumber(x) || (x !== 0 && (x < 0.01 || x >= 1e6))) return scientific(x, 2);
  if (x < 9.95) return x.toFixed(x < 0.995 ? 2 : 1);
  const unit = 10 ** (Math.floor(Math.log10(x)) - 1);
  return grouped((Math.round(x / unit) * unit).toFixed(0));
}

// Ratios beyond this say no more than that one of the runs is lost.
const EXTREME = 1e15;

// A ratio to the unstabilized run: `÷ 260`, `× 0.39`.
function factor(x) {
  const [sign, size] = x > 0 && x < 0.1 ? ["÷", 1 / x] : ["×", x];
  return size > EXTREME && isNumber(size) ? `${sign} > ${setting(EXTREME)}` : `${sign} ${twoDigits(size)}`;
}

// What a ratio of times or counts adds: `+3 %`, `× 4.9`.
function extra(x) {
  if (!isNumber(x)) return factor(x);
  const percent = Math.round(100 * (x - 1));
  if (percent < -50 || percent > 100) return factor(x);
  return percent < 0 ? `−${-percent} %` : `+${percent + 0} %`;
}

// A setting with four significant digits: `40 000`, `12.65`.
function setting(x) {
  if (!isNumber(x)) return ABSENT;
  const size = Math.abs(x);
  if (x !== 0 && (size < 1e-3 || size >= 1e9)) {
    const [digits, exponent] = scientific(x, 3).split("e");
    return `${withoutZeros(digits)}e${exponent}`;
  }
  return grouped(rounded(x, 4));
}

// A step in the unit that people use for it: `5 ms`.
function stepText(seconds) {
  if (!isNumber(seconds)) return ABSENT;
  const [scale, unit] = seconds < 9.995e-4 ? [1e6, "µs"] : seconds < 0.9995 ? [1e3, "ms"] : [1, "s"];
  return `${setting(seconds * scale)} ${unit}`;
}

// A duration in nanoseconds with three digits and its unit.
function durationText(ns) {
  if (!isNumber(ns)) return ABSENT;
  const power = [999.5, 999.5e3, 999.5e6].filter((limit) => ns >= limit).length;
  const value = ns / 1000 ** power;
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(decimals)} ${["ns", "µs", "ms", "s"][power]}`;
}

const orderText = (p) => (isNumber(p) ? p.toFixed(2) : ABSENT);
const level = (x) => scientific(x, 2);
const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
