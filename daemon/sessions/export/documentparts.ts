/** The style and the script of an exported page, the only ones that its content security policy allows. */

export const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2563eb; --bad: #c02626; --wait: #b58900; }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 0 1rem 4rem; }
nav { position: sticky; top: 0; background: Canvas; border-bottom: 1px solid var(--line); padding: .5rem 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; z-index: 1; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
:target { scroll-margin-top: 4rem; outline: 2px solid var(--accent); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .875em/1.45 ui-monospace, monospace; background: var(--soft); padding: .5rem; margin: .5rem 0; border-radius: .25rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; margin: .5rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: start; padding: .2rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word; max-width: 40rem; }
td.n, th.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.step { padding-inline-start: 1.5rem; } td.call { padding-inline-start: 2.5rem; }
td.bar { min-width: 12rem; } svg { display: block; width: 100%; height: .75rem; }
svg.chart { height: 8rem; background: var(--soft); }
.wait { fill: var(--wait); } .reply { fill: var(--accent); } .work { fill: #8888; }
article { border-inline-start: 3px solid var(--line); padding-inline-start: 1rem; margin: 1.5rem 0; }
.prompt { background: var(--soft); padding: .5rem .75rem; border-radius: .25rem; }
details { margin: .5rem 0; } summary { cursor: pointer; overflow-wrap: anywhere; }
.bad { color: var(--bad); } .note { opacity: .75; font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
img, video { max-width: 100%; max-height: 30rem; display: block; margin: .5rem 0; }
button, input { font: inherit; }
@media print { nav, #event-tools { display: none; } }
`;

/** Shows the events page by page; sets everything as text, never as HTML. */
export const script = `
'use strict';
const events = JSON.parse(document.getElementById('event-data').textContent);
const size = 200;
const field = document.getElementById('event-filter');
const body = document.getElementById('event-rows');
const count = document.getElementById('event-count');
const before = document.getElementById('event-before');
const after = document.getElementById('event-after');
let found = events;
let at = 0;
function cell(row, text, name) {
  const made = row.insertCell();
  made.textContent = text;
  if (name) made.className = name;
  return made;
}
function lineOf(payload) {
  if (payload === null) return '';
  const text = JSON.stringify(payload);
  return text.length > 160 ? text.slice(0, 160) + '…' : text;
}
function show() {
  body.replaceChildren();
  for (const [seq, time, type, agent, bytes, payload] of found.slice(at, at + size)) {
    const row = body.insertRow();
    cell(row, seq, 'n');
    cell(row, time);
    cell(row, type);
    cell(row, agent);
    cell(row, bytes, 'n');
    const last = cell(row, '');
    if (payload === null) continue;
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = lineOf(payload);
    details.append(summary);
    details.addEventListener('toggle', () => {
      if (!details.open || details.childElementCount > 1) return;
      const json = document.createElement('pre');
      json.textContent = JSON.stringify(payload, null, 2);
      details.append(json);
    });
    last.append(details);
  }
  count.textContent = found.length === 0 ? 'No events' : (at + 1) + ' to ' + Math.min(at + size, found.length) + ' of ' + found.length;
  before.disabled = at === 0;
  after.disabled = at + size >= found.length;
}
before.addEventListener('click', () => { at = Math.max(0, at - size); show(); });
after.addEventListener('click', () => { at += size; show(); });
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  found = words.length === 0 ? events : events.filter((event) => {
    const text = JSON.stringify(event).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  at = 0;
  show();
});
function openTarget() {
  for (let place = document.getElementById(decodeURIComponent(location.hash.slice(1))); place; place = place.parentElement)
    if (place.tagName === 'DETAILS') place.open = true;
}
addEventListener('hashchange', openTarget);
show();
openTarget();
`;
