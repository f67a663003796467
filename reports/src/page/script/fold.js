"use strict";
// The element that the fragment of the address names; one that cannot be decoded may still be an id.
function named() {
  const fragment = location.hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return document.getElementById(fragment);
  }
}
// Opens every fold around the target of a link, then scrolls to it.
function reveal() {
  const target = named();
  if (!target) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();
for (const block of document.querySelectorAll(".command pre")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.innerText);
    button.textContent = "Copied";
  });
  block.after(button);
}
