// Tables that are sorted by any column. A column is { id, title, value(row), cell(row), words, high }.

// The column and the direction of an address: `sort=id`, or `sort=-id` for the reverse.
function sorting({ keys }, fallback) {
  const text = one(keys, "sort") || fallback;
  return { id: text.replace(/^-/, ""), reverse: text.startsWith("-") };
}

// The head of a column, which sorts by it.
function sortHead(column, sort, more = "") {
  const on = sort.id === column.id;
  const direction = on ? (sort.reverse ? "descending" : "ascending") : "none";
  const target = on && !sort.reverse ? `-${column.id}` : column.id;
  const sign = on ? (sort.reverse ? "▼" : "▲") : "↕";
  const kind = column.words ? "" : trusted(' class="num"');
  return html`<th scope="col"${kind} aria-sort="${direction}">${column.head || ""}<button type="button" class="sort" data-sort="${target}" id="sort-${column.id}">${
    column.head ? html`<span class="unseen">Sort by ${column.title}</span>` : column.title
  } <span aria-hidden="true">${sign}</span></button>${more}</th>`;
}

// Rows in order: numbers by size, words by alphabet, what is missing always last.
function sorted(rows, column, reverse) {
  if (!column) return rows;
  const direction = reverse ? -1 : 1;
  const compare = (a, b) => {
    const [x, y] = [column.value(a), column.value(b)];
    const missing = (v) => (v === null || v === undefined || v === "" || Number.isNaN(v) ? 1 : 0);
    if (missing(x) || missing(y)) return missing(x) - missing(y);
    const order = typeof x === "string" ? (x < y ? -1 : x > y ? 1 : 0) : x - y;
    return direction * (column.high ? -order : order);
  };
  return rows.map((row, k) => [row, k]).sort((a, b) => compare(a[0], b[0]) || a[1] - b[1]).map(([row]) => row);
}

// A whole table; the first column heads its rows.
function sortedTable({ caption, columns, rows, state, fallback = "", kind = "", name }) {
  const sort = sorting(state, fallback);
  const column = columns.find((c) => c.id === sort.id);
  const cells = (row) => columns.map((c, k) => {
    const num = c.words ? "" : trusted(' class="num"');
    return k === 0 ? html`<th scope="row">${c.cell(row)}</th>` : html`<td${num}>${c.cell(row)}</td>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${kind}" data-name="${name}">
    <caption>${caption}</caption>
    <thead><tr>${columns.map((c) => sortHead(c, sort))}</tr></thead>
    <tbody>${sorted(rows, column, sort.reverse).map((row) => html`<tr>${cells(row)}</tr>`)}</tbody>
  </table></div>`;
}

// A number with its sign, coloured.
const entry = ({ text, sign, kind }) => html`<span class="entry ${kind}">${sign ? html`<span class="sign">${sign}</span> ` : ""}${text}</span>`;
const badge = (look) => html`<span class="badge ${look.kind}"><span aria-hidden="true">${look.sign}</span> ${look.word}</span>`;
