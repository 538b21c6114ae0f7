/** A dark style with its own background, which is readable over any video. */
export const STYLE = `
:host {
  all: initial;
  position: absolute;
  z-index: 10;
  inset: 6px 8px auto;
  display: block;
  pointer-events: none;
}
* {
  box-sizing: border-box;
}
[hidden] {
  display: none !important;
}
.notice, .entry {
  font: 13px/1.3 Inter, "Segoe UI", system-ui, -apple-system, Roboto, Arial, sans-serif;
  color: #eef3f7;
  background: #10161d;
  border: 1px solid rgb(255 255 255 / 22%);
  box-shadow: 0 8px 26px rgb(0 0 0 / 45%);
  pointer-events: auto;
  color-scheme: dark;
}
.notice {
  max-width: 470px;
  margin: 0 auto;
  padding: 6px 10px;
  border-radius: 10px;
  text-align: start;
}
p {
  margin: 0 0 6px;
}
.answers {
  display: flex;
  gap: 8px;
}
button {
  font: inherit;
  color: inherit;
  cursor: pointer;
}
.answers button {
  flex: 1;
  min-height: 30px;
  padding: 3px 10px;
  border: 1px solid rgb(255 255 255 / 40%);
  border-radius: 7px;
  font-weight: 600;
  background: rgb(255 255 255 / 8%);
}
.answers button:hover {
  background: rgb(255 255 255 / 20%);
}
.answers [aria-pressed="true"] {
  border-color: #2ad4c5;
  box-shadow: inset 0 0 0 1px #2ad4c5;
}
:focus-visible {
  outline: 2px solid #2ad4c5;
  outline-offset: 2px;
}
.entry {
  display: grid;
  place-items: center;
  width: 30px;
  height: 30px;
  padding: 0;
  border-radius: 50%;
}
.entry.is-quiet:not(:focus-visible) {
  opacity: 0;
  pointer-events: none;
}
svg {
  width: 16px;
  height: 16px;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.is-off {
  color: #a9b7c4;
}
`;
