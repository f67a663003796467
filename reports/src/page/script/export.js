// Tables and figures as files: CSV, Markdown and LaTeX, SVG and PNG.

// The text of a table, row by row; a cell that spans several is followed by empty ones.
function cellsOf(table) {
  const rows = [];
  for (const row of table.rows) {
    const texts = [];
    for (const cell of row.cells) {
      texts.push(cellText(cell));
      for (let k = 1; k < cell.colSpan; k++) texts.push("");
    }
    rows.push(texts);
  }
  return rows;
}

// What a reader sees, without signs that sort and boxes to tick.
function cellText(cell) {
  const copy = cell.cloneNode(true);
  copy.querySelectorAll("[aria-hidden], input, .unseen").forEach((part) => part.remove());
  copy.querySelectorAll("br, small, code, .sign").forEach((part) => part.before(" "));
  return copy.textContent.replace(/\s+/g, " ").trim();
}

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
const asCsv = (rows) => rows.map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";

function asMarkdown(rows) {
  const line = (row) => `| ${row.map((text) => text.replace(/\|/g, "\\|")).join(" | ")} |`;
  const [head, ...body] = rows;
  return [line(head), line(head.map((_, k) => (k ? "---:" : "---"))), ...body.map(line)].join("\n") + "\n";
}

const LATEX = {
  "\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", $: "\\$", "#": "\\#", _: "\\_", "{": "\\{", "}": "\\}", "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}", "×": "$\\times$", "÷": "$\\div$", "≈": "$\\approx$", "≥": "$\\geq$", "≤": "$\\leq$", "±": "$\\pm$", "−": "$-$", "–": "--",
  "Φ": "$\\Phi$", "λ": "$\\lambda$", "α": "$\\alpha$", "β": "$\\beta$", "γ": "$\\gamma$", "ρ": "$\\rho$", "µ": "$\\mu$", "μ": "$\\mu$", "ω": "$\\omega$",
  "′": "$'$", "²": "$^2$", "³": "$^3$", "₁": "$_1$", "₂": "$_2$", "·": "$\\cdot$", "▾": "$\\downarrow$", "▴": "$\\uparrow$", "↑": "$\\uparrow$",
  "✓": "$\\surd$", "✗": "$\\times$", "√": "$\\surd$", "|": "$|$", "Δ": "$\\Delta$", "ε": "$\\varepsilon$", "θ": "$\\theta$", "τ": "$\\tau$", "σ": "$\\sigma$",
  "∞": "$\\infty$", "…": "\\ldots{}", "“": "``", "”": "''", "’": "'", "<": "$<$", ">": "$>$",
};
const inLatex = (text) => [...text].map((c) => LATEX[c] || c).join("");

// A table by the package booktabs.
function asLatex(rows, caption) {
  const line = (row) => `    ${row.map(inLatex).join(" & ")} \\\\`;
  const [head, ...body] = rows;
  const columns = `l${"r".repeat(head.length - 1)}`;
  return [
    "% Needs \\usepackage{booktabs}.", "\\begin{table}", `  \\caption{${inLatex(caption)}}`, `  \\begin{tabular}{${columns}}`,
    "    \\toprule", line(head), "    \\midrule", ...body.map(line), "    \\bottomrule", "  \\end{tabular}", "\\end{table}", "",
  ].join("\n");
}

const TABLE_FILES = {
  csv: ["text/csv", (rows) => asCsv(rows)],
  md: ["text/markdown", (rows) => asMarkdown(rows)],
  tex: ["application/x-tex", asLatex],
};

function saved(name, type, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` }));
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function saveTable(table, format) {
  const [type, write] = TABLE_FILES[format];
  const caption = table.caption ? table.caption.textContent : "";
  saved(`${table.dataset.name || "table"}.${format}`, type, write(cellsOf(table), caption));
}

const DRAWN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "opacity",
  "font-size", "font-weight", "font-family", "text-anchor", "paint-order", "dominant-baseline",
];

// A figure on its own: light, with every style written into it.
function standalone(svg) {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  root.dataset.theme = "light";
  const copy = svg.cloneNode(true);
  const [from, to] = [[svg, ...svg.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((element, k) => {
    const style = getComputedStyle(element);
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value && value !== "normal") to[k].setAttribute(name, value);
    }
    to[k].removeAttribute("class");
    to[k].removeAttribute("style");
  });
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  const { width, height } = svg.viewBox.baseVal;
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) copy.setAttribute(name, value);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: "#ffffff" })) ground.setAttribute(name, value);
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

// Pixels of a picture for each unit of a figure: 300 dpi at 160 mm.
const FINE = 3;

async function saveFigure(svg, format) {
  const name = svg.dataset.name || "figure";
  const { text, width, height } = standalone(svg);
  if (format === "svg") return saved(`${name}.svg`, "image/svg+xml", text);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: FINE * width, height: FINE * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((blob) => done(saved(`${name}.png`, "image/png", blob)), "image/png"));
}

// Buttons after every table and figure below an element that has none yet.
function withExports(root) {
  const buttons = (action, formats) => html`<p class="take">Save ${formats.map(([id, name]) => html`<button type="button" data-do="${action}" data-format="${id}">${name}</button>`)}</p>`;
  for (const table of root.querySelectorAll("table:not([data-saved])")) {
    if (!table.tHead) continue;
    table.dataset.saved = "";
    (table.closest(".scroll") || table).insertAdjacentHTML("afterend", buttons("save-table", [["csv", "CSV"], ["md", "Markdown"], ["tex", "LaTeX"]]).text);
  }
  for (const svg of root.querySelectorAll("svg[data-name]:not([data-saved])")) {
    svg.dataset.saved = "";
    svg.insertAdjacentHTML("afterend", buttons("save-figure", [["svg", "SVG"], ["png", "PNG"]]).text);
  }
}

// What a button for saving belongs to: the table or figure before it.
function savedBy(element) {
  const before = element.closest(".take").previousElementSibling;
  return before.matches("svg, table") ? before : before.querySelector("table");
}
