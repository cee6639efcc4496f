"use strict";
// The page shows tables that were worked out beforehand; it knows no rules of any game.
window.intrigue = (() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const steps = data.steps;
  const last = steps.length - 1;
  const [board, area, slider, list] = ["board", "area", "slider", "moves"].map(byId);
  const items = [...list.querySelectorAll("button")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // Tables: for each step the cards of every pile. What a move leaves alone is shared with the step before.
  const tables = [data.first];
  const others = [steps[0].other];
  for (const step of steps.slice(1)) {
    const table = tables.at(-1).slice();
    for (const [pile, keep, ...laid] of step.changes) table[pile] = table[pile].slice(0, keep).concat(laid);
    tables.push(table);
    others.push(step.other ?? others.at(-1));
  }
  const kindOf = (pile) => data.piles[pile][0];
  const texts = (cards) => cards.map((card) => data.cards[card]).join(" ") || "-";

  function layout(k) {
    const table = tables[k];
    const lines = [];
    let stock = null;
    data.piles.forEach(([kind, number], pile) => {
      const isTable = kind === "fan" || (kind === "column" && table[pile].length > 0);
      if (isTable) lines.push(`${number}: ${texts(table[pile])}`);
      if (kind === "stock") stock = `stock: ${texts(table[pile].slice().reverse())}`;
    });
    if (stock !== null) lines.push(stock);
    for (const [label, piles] of data.lines) {
      const tops = piles.filter((pile) => table[pile].length).map((pile) => data.cards[table[pile].at(-1)]);
      lines.push(`${label}: ${(data.ranksOnly ? tops.map((top) => top[0]) : tops).join(" ") || "-"}`);
    }
    if (others[k]) lines.push(others[k]);
    return lines.join("\n");
  }

  // Words
  const suitWords = { "♣": "clubs", "♠": "spades", "♥": "hearts", "♦": "diamonds" };
  const rankWords = { A: "ace", J: "jack", Q: "queen", K: "king" };
  const spoken = (text) =>
    text.replace(/(10|[A2-9JQK])([♣♠♥♦])/g, (_, rank, suit) => `${rankWords[rank] ?? rank} of ${suitWords[suit]}`);
  const sentence = (k) => [steps[k].says, ...(steps[k].auto ?? [])].join(". ") + ".";

  // Drawing
  function picture(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 100 140");
    svg.append(reference(name));
    return svg;
  }
  function reference(name, transform) {
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#ig-${name}`);
    if (transform) use.setAttribute("transform", transform);
    return use;
  }
  function added(className) {
    const element = document.createElement("div");
    element.className = className;
    board.append(element);
    return element;
  }
  const put = (element, x, y, turn) => {
    element.style.setProperty("--x", x);
    element.style.setProperty("--y", y);
    if (turn !== undefined) element.style.setProperty("--turn", `${turn}deg`);
  };

  const spots = data.piles.map(([, , begins]) => {
    const spot = added("spot");
    if (begins) {
      const mark = picture(`rank-${begins[0]}`);
      mark.firstChild.setAttribute("transform", begins[1] ? "translate(34 28)scale(2)" : "translate(26 37)scale(3)");
      if (begins[1]) mark.append(reference(`suit-${begins[1]}`, "translate(50 102)scale(1.5)"));
      spot.append(mark);
    }
    return spot;
  });
  const labels = data.piles.map(([kind, number]) => {
    if (kind === "foundation") return null;
    const label = added("label");
    label.textContent = number;
    return label;
  });
  const cards = data.cards.map((name) => {
    const card = added("card");
    card.append(picture(name));
    return card;
  });

  let arrangement = null;
  let current = 0;

  function arrange() {
    const style = getComputedStyle(area);
    const width = area.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const stacked = matchMedia("(max-width: 760px)").matches;
    const height = stacked ? innerHeight * 0.62 : area.clientHeight;
    const unitOf = (table) => Math.min(width / table.width, height / table.height);
    const [wide, narrow] = [data.tables.wide, data.tables.narrow];
    arrangement = unitOf(wide) >= unitOf(narrow) ? wide : narrow;
    const room = innerHeight * 0.68; // a stacked page scrolls, so the table may be taller than what chose it
    const unit = stacked ? Math.min(width / arrangement.width, room / arrangement.height) : unitOf(arrangement);
    board.style.setProperty("--unit", `${Math.min(unit, 1.3)}px`);
    board.style.setProperty("--width", arrangement.width);
    board.style.setProperty("--height", arrangement.height);
    data.piles.forEach(([kind], pile) => {
      const [x, y] = arrangement.spots[pile];
      put(spots[pile], x, y);
      if (labels[pile]) put(labels[pile], x, kind === "column" ? y - 26 : y + 148);
    });
  }

  function draw(k, from) {
    const isStep = Math.abs(k - from) === 1 && !calm.matches;
    board.classList.toggle("still", !isStep);
    const named = Math.max(k, from); // going back undoes the step that was shown
    const byItself = new Set(isStep || k > 0 ? steps[k].autoCards : []);
    const glidingLater = new Set(k > from ? steps[named].autoCards : []);
    tables[k].forEach((held, pile) => {
      const [x, y] = arrangement.spots[pile];
      const spreads = data.spreads[kindOf(pile)];
      const lies = spreads[held.length] ?? spreads.any;
      held.forEach((id, index) => {
        const card = cards[id];
        const before = tables[Math.max(k - 1, 0)];
        const hasMoved = k > 0 && before[pile] !== held && !before[pile].includes(id);
        const isGliding = isStep && !tables[from][pile].includes(id);
        put(card, x + lies[index][0], y + lies[index][1], lies[index][2]);
        card.style.zIndex = index + 1 + (isGliding ? 1000 : 0);
        card.style.transitionDelay = isStep && glidingLater.has(id) ? "calc(var(--glide) * .8)" : "0s";
        card.classList.toggle("buried", ["stock", "foundation"].includes(kindOf(pile)) && index > 0 && index < held.length - 1);
        card.classList.toggle("by-itself", hasMoved && byItself.has(id));
        card.classList.toggle("moved", hasMoved && !byItself.has(id) && steps[k].move !== "redeal");
        const face = kindOf(pile) === "stock" ? "#ig-back" : `#ig-${data.cards[id]}`;
        const use = card.firstChild.firstChild;
        if (use.getAttribute("href") !== face) use.setAttribute("href", face);
      });
      spots[pile].classList.toggle("hidden", kindOf(pile) === "fan" && held.length > 0);
      if (kindOf(pile) === "stock") labels[pile].textContent = held.length ? `${held.length} left` : "stock";
    });
  }

  function show(k) {
    const from = current;
    current = k;
    draw(k, from);
    slider.value = k;
    slider.setAttribute("aria-valuetext", `${k} of ${last}: ${spoken(sentence(k))}`);
    byId("count").textContent = `${k} / ${last}`;
    byId("layout").textContent = layout(k);
    items.forEach((item, index) => {
      item.tabIndex = index === k ? 0 : -1;
      if (index === k) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const item = items[k];
    if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
    const caption = byId("caption");
    caption.replaceChildren(...[...item.lastChild.childNodes].flatMap((node) => [node.cloneNode(true), " "]));
    if (k === last && last > 0) caption.append(" – won");
    byId("spoken").textContent = k ? `Move ${k}, ${spoken(sentence(k))}` : spoken(sentence(0));
    for (const [id, isIdle] of [["to-start", k === 0], ["back", k === 0], ["forward", k === last], ["to-end", k === last]]) {
      byId(id).setAttribute("aria-disabled", isIdle);
    }
  }

  // Playing
  let timer = 0;
  const pace = () => Number(byId("speed").value);
  function setPlaying(isPlaying) {
    clearTimeout(timer);
    document.body.classList.toggle("playing", isPlaying);
    byId("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    if (isPlaying) timer = setTimeout(tick, pace());
  }
  function tick() {
    if (current < last) show(current + 1);
    if (current < last) {
      const waits = steps[current].auto ? 1.6 : 1; // time to see what happens by itself
      timer = setTimeout(tick, pace() * waits);
    } else setPlaying(false);
  }
  function toggle() {
    const isPlaying = document.body.classList.contains("playing");
    if (!isPlaying && current === last) show(0);
    setPlaying(!isPlaying && last > 0);
  }
  function go(k) {
    setPlaying(false);
    const bounded = Math.max(0, Math.min(last, Math.trunc(k)));
    if (bounded !== current) show(bounded);
  }
  const setGlide = () => board.style.setProperty("--glide", `${Math.min(0.38, (pace() * 0.6) / 1000)}s`);

  const actions = {
    "to-start": () => go(0), back: () => go(current - 1), play: toggle, forward: () => go(current + 1), "to-end": () => go(last),
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("speed").addEventListener("change", setGlide);
  items.forEach((item, index) => {
    item.addEventListener("click", () => go(index));
    const label = spoken(`${index ? `Move ${index}, ${steps[index].move}: ` : ""}${sentence(index)}`);
    item.setAttribute("aria-label", label);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const isInList = list.contains(target);
    const isOwnKey = target === slider ? event.key !== " " : target.tagName === "SELECT" || target.id === "layout";
    if (isOwnKey) return;
    if (event.key === " " && !isInList && (target.tagName === "BUTTON" || target.tagName === "SUMMARY")) return;
    const keys = { ArrowRight: "forward", ArrowLeft: "back", Home: "to-start", End: "to-end", " ": "play" };
    if (isInList) Object.assign(keys, { ArrowDown: "forward", ArrowUp: "back" });
    const name = keys[event.key];
    if (!name) return;
    event.preventDefault();
    actions[name]();
    if (isInList) items[current].focus({ preventScroll: true });
  });

  const settle = () => {
    board.classList.add("still");
    arrange();
    draw(current, current);
  };
  new ResizeObserver(settle).observe(area);
  setGlide();
  settle();
  const wished = /^#(\d+)$/.exec(location.hash);
  show(wished ? Math.min(last, Number(wished[1])) : 0);
  return Object.freeze({ last, layout, go, get step() { return current; } });
})();
