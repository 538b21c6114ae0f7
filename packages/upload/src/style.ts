/** The component's style; pages set its colours through properties that begin with --shoal-. */
export const STYLE = `
:host {
  --accent: var(--shoal-accent, #0b6e84);
  --text: var(--shoal-text, CanvasText);
  --muted: var(--shoal-muted, color-mix(in srgb, var(--text) 68%, transparent));
  --surface: var(--shoal-surface, Canvas);
  --border: var(--shoal-border, color-mix(in srgb, var(--text) 30%, transparent));
  --danger: var(--shoal-danger, #b3261e);
  --radius: var(--shoal-radius, 8px);
  --gap: var(--shoal-gap, 12px);
  display: block;
  color: var(--text);
  font: inherit;
}
:host([hidden]) { display: none; }
.drop {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: var(--gap);
  padding: calc(var(--gap) * 2);
  border: 2px dashed var(--border);
  border-radius: var(--radius);
  background: var(--surface);
  text-align: center;
}
.drop.over { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 10%, var(--surface)); }
button {
  font: inherit;
  min-height: 36px;
  padding: 4px 14px;
  border: 1px solid var(--border);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--text);
  cursor: pointer;
}
button:hover:not(:disabled) { border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button:disabled { cursor: not-allowed; opacity: 0.6; }
.choose { border-color: var(--accent); background: var(--accent); color: var(--shoal-on-accent, #fff); font-weight: 600; }
.icon { width: 36px; padding: 0; font-size: 1rem; line-height: 1; }
ul { list-style: none; margin: var(--gap) 0 0; padding: 0; }
ul:empty { display: none; }
li { display: grid; grid-template-columns: 1fr auto; gap: 4px var(--gap); align-items: center; padding: var(--gap) 0; border-top: 1px solid var(--border); }
li:first-child { border-top: 0; }
.name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
.actions { display: flex; gap: 6px; grid-row: span 2; }
.state { color: var(--muted); font-size: 0.875em; }
.state.failed { color: var(--danger); }
progress { grid-column: 1 / -1; width: 100%; height: 6px; accent-color: var(--accent); }
.refused { margin: var(--gap) 0 0; color: var(--danger); }
.refused:empty { display: none; }
.unfinished li { color: var(--muted); grid-template-columns: 1fr auto; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (forced-colors: active) { .choose { border: 2px solid ButtonText; } }
`;
