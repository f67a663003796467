// The first screen: shows the answer for the integrator and the step that are chosen.

function start(section, { keys }) {
  const answer = document.getElementById("answer");
  if (!answer) return;
  const first = (answer.dataset.first = answer.dataset.first || `${answer.dataset.integrator}~${answer.dataset.step}`).split("~");
  const [integrator, step] = [one(keys, "integrator") || first[0], one(keys, "step") || first[1]];
  const answers = data.answers.html[integrator];
  const found = answers && answers[step];
  if (`${answer.dataset.integrator}~${answer.dataset.step}` !== `${integrator}~${step}`) {
    show(answer, found ? trusted(found) : html`<p class="nothing">No answer for “${integrator}” at “${step}”: this report asked for ${Object.keys(data.answers.html).join(", ")}
      at ${Object.keys(Object.values(data.answers.html)[0] || {}).join(", ")} s.</p>`);
    Object.assign(answer.dataset, { integrator, step });
  }
  document.getElementById("ask-integrator").value = integrator;
  document.getElementById("ask-step").value = step;
}

// The choice of the lists as an address.
const askedFor = () => fragment(START, { integrator: document.getElementById("ask-integrator").value, step: document.getElementById("ask-step").value });

// The problems: a sketch beside each text.
function problemList(section) {
  for (const article of section.querySelectorAll("article[data-problem]:not([data-drawn])")) {
    article.dataset.drawn = "";
    const problem = data.problem.get(article.dataset.problem);
    if (problem) article.insertAdjacentHTML("afterbegin", piece(sketch(problem)));
  }
}

// The evidence: the part that the address asks for.
function evidence(section, { keys }) {
  const asked = one(keys, "part");
  const part = data.evidence.find((p) => p.id === asked);
  const place = document.getElementById("evidence-part");
  const unknown = asked && !part ? html`<p class="warn">There is no part “${asked}”.</p>` : "";
  show(place, part ? html`<h2>${part.title}</h2>${trusted(part.html)}` : unknown);
  document.getElementById("papers").hidden = Boolean(part);
  for (const anchor of section.querySelectorAll("#evidence-parts a")) {
    if (part && anchor.hash === fragment("evidence", { part: part.id })) anchor.setAttribute("aria-current", "true");
    else anchor.removeAttribute("aria-current");
  }
}
