// Which variants and problems a reader wants to see: the same filters for the explorer and the boards.

const STEPS = [["", "Any"], ["fixed", "Fixed"], ["adaptive", "Adaptive"]];

// The filters of an address.
function selection({ keys }) {
  const [text, method, integrator, tag, problem, steps] = ["text", "method", "integrator", "tag", "problem", "steps"].map((key) => one(keys, key));
  return { text, method, integrator, tag, problem, steps };
}

const isFiltered = (wanted) => Object.values(wanted).some((value) => value !== "");

function keepsVariant(wanted, variant) {
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  const searched = `${variant.id} ${variant.gains} ${fullName(variant)}`.toLowerCase();
  return (
    words.every((word) => searched.includes(word)) &&
    (!wanted.method || variant.owner.id === wanted.method) &&
    (!wanted.integrator || variant.integrator === wanted.integrator) &&
    (!wanted.steps || variant.adaptive === (wanted.steps === "adaptive"))
  );
}

function keepsProblem(wanted, problem) {
  return (!wanted.tag || problem.tags.includes(wanted.tag)) && (!wanted.problem || problem.id === wanted.problem);
}

const selectedVariants = (wanted) => data.variants.filter((v) => keepsVariant(wanted, v));
const selectedProblems = (wanted) => data.problems.filter((p) => keepsProblem(wanted, p));

// What a filter names and the report does not have, in words.
function unknownIn(wanted) {
  const known = {
    method: data.methods.map((m) => m.id),
    integrator: data.variants.map((v) => v.integrator),
    tag: data.problems.flatMap((p) => p.tags),
    problem: data.problems.map((p) => p.id),
    steps: ["fixed", "adaptive"],
  };
  const wrong = Object.keys(known).filter((key) => wanted[key] && !known[key].includes(wanted[key]));
  return wrong.map((key) => `${key} “${wanted[key]}”`);
}

// The filters as a form.
function filters(wanted) {
  const all = (ids) => [["", "All"], ...ids.map((id) => [id, id])];
  const methods = [["", "All"], ...data.methods.map((m) => [m.id, m.name])];
  const tags = sortedSet(data.problems.flatMap((p) => p.tags));
  return html`
    <label>Search <input type="search" data-key="text" value="${wanted.text}" placeholder="name, gains, integrator" autocomplete="off"></label>
    ${choice("method", "Method", methods, wanted.method)}
    ${choice("integrator", "Integrator", all(sortedSet(data.variants.map((v) => v.integrator))), wanted.integrator)}
    ${choice("steps", "Steps", STEPS, wanted.steps)}
    ${choice("tag", "Tag of problem", all(tags), wanted.tag)}
    ${choice("problem", "Problem", all(data.problems.map((p) => p.id)), wanted.problem)}`;
}

// How much is selected, or what to do when nothing is.
function selectedWords(wanted, variants, problems) {
  const clear = isFiltered(wanted) ? html` ${button("clear", "Clear filters")}` : "";
  const wrong = unknownIn(wanted);
  const unknown = wrong.length ? html`<b class="warn">This report has no ${wrong.join(", no ")}.</b> ` : "";
  if (variants.length && problems.length) {
    return html`<p class="selected" role="status">${unknown}${variants.length} of ${count(data.variants.length, "variant")}, ${problems.length} of ${count(data.problems.length, "problem")}.${clear}</p>`;
  }
  const what = data.cells.length === 0 ? "Nothing was run." : `No ${variants.length ? "problem" : "variant"} passes these filters.`;
  return html`<p class="selected nothing" role="status">${unknown}${what}${clear}</p>`;
}
