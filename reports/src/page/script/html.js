// Markup from templates: everything that is put in is escaped, unless it is markup itself.

class Markup {
  constructor(text) {
    this.text = text;
  }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => ESCAPES[c]);

function piece(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(piece).join("");
  return value === null || value === undefined || value === false ? "" : escaped(value);
}

// html`<b>${text}</b>`
function html(parts, ...values) {
  let text = parts[0];
  values.forEach((value, k) => (text += piece(value) + parts[k + 1]));
  return new Markup(text);
}

// Markup that was written by the Rust side.
const trusted = (text) => new Markup(text);

function show(element, markup) {
  element.innerHTML = piece(markup);
}

// An id that may break after its slashes.
const breakable = (id) => id.split("/").map((part, k) => html`${k > 0 ? html`/<wbr>` : ""}${part}`);

const button = (action, text, more = "") => html`<button type="button" data-do="${action}"${trusted(more)}>${text}</button>`;

// A list to choose from: options are [value, text].
function choice(name, label, options, chosen) {
  const option = ([value, text]) => html`<option value="${value}"${value === chosen ? trusted(" selected") : ""}>${text}</option>`;
  return html`<label>${label} <select data-key="${name}">${options.map(option)}</select></label>`;
}
