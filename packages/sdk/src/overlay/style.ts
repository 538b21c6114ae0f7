/** A dark style with its own background, which is readable over any page and any video. */
export const STYLE = `
:host {
  all: initial;
}
* {
  box-sizing: border-box;
}
[hidden] {
  display: none !important;
}
.panel {
  --ink: #eef3f7;
  --soft: #a9b7c4;
  --line: rgb(255 255 255 / 14%);
  --server: #93a4b8;
  --peer: #2ad4c5;
  --stall: #ffb020;
  --hatch: repeating-linear-gradient(45deg, var(--peer) 0 3px, #0d5c56 3px 5px);
  position: fixed;
  z-index: 2147483647;
  inset: 12px 12px auto auto;
  display: flex;
  flex-direction: column;
  width: min(440px, calc(100vw - 24px));
  max-height: calc(100vh - 116px);
  overflow: hidden;
  border: 1px solid rgb(255 255 255 / 22%);
  border-radius: 14px;
  outline: 1px solid rgb(0 0 0 / 55%);
  font: 13px/1.45 Inter, "Segoe UI", system-ui, -apple-system, Roboto, Arial, sans-serif;
  font-variant-numeric: tabular-nums;
  text-align: start;
  color: var(--ink);
  background: #10161d;
  box-shadow: 0 14px 44px rgb(0 0 0 / 45%);
  color-scheme: dark;
}
header {
  display: flex;
  flex: none;
  gap: 10px;
  align-items: center;
  padding: 6px 6px 6px 16px;
  border-bottom: 1px solid var(--line);
}
h2, h3, p, dl, dd {
  margin: 0;
}
h2 {
  flex: 1;
  font-size: 15px;
  font-weight: 650;
}
h3 {
  margin-bottom: 6px;
  font-size: 13px;
  font-weight: 650;
}
button, select, summary {
  font: inherit;
  color: inherit;
}
.close {
  width: 40px;
  height: 40px;
  border: 0;
  border-radius: 10px;
  background: none;
  cursor: pointer;
}
.close:hover, summary:hover {
  background: rgb(255 255 255 / 10%);
}
select {
  min-height: 32px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: #1a232d;
}
:focus {
  outline: none;
}
:focus-visible {
  outline: 2px solid var(--peer);
  outline-offset: -2px;
}
.body {
  padding: 12px 16px 16px;
  overflow: hidden auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
}
section + section, section + div, div + section {
  margin-top: 16px;
}
.name {
  margin-bottom: 4px;
  overflow: hidden;
  color: var(--soft);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.name:empty {
  display: none;
}
.status {
  padding: 7px 11px;
  border-left: 3px solid var(--stall);
  border-radius: 6px;
  background: rgb(255 255 255 / 7%);
}
.status[data-code="exchanging"] {
  border-color: var(--peer);
}
.offload {
  margin: 10px 0 6px;
  color: var(--soft);
}
strong {
  font-size: 24px;
  font-weight: 700;
  line-height: 1.1;
  color: var(--ink);
}
.split {
  height: 8px;
  overflow: hidden;
  border-radius: 4px;
  background: var(--server);
}
.split .share {
  height: 100%;
}
.share {
  background: var(--hatch);
}
dl {
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 8px 14px;
}
.split + dl {
  margin-top: 10px;
}
dt {
  font-size: 12px;
  color: var(--soft);
}
dd {
  font-weight: 600;
}
.chart {
  position: relative;
  padding-top: 18px;
  overflow: hidden;
  border-radius: 6px;
  background: rgb(255 255 255 / 5%);
}
.lane {
  position: relative;
  height: 54px;
  overflow: hidden;
}
.sound {
  height: 14px;
  margin-top: 2px;
}
.bar {
  position: absolute;
  bottom: 0;
  display: flex;
  min-width: 2px;
  flex-direction: column;
  justify-content: flex-end;
  border: solid #10161d;
  border-width: 0 1px 0 0;
  background: var(--server);
}
.bar[data-origin="coming"] {
  border: 1px dashed var(--soft);
  background: none;
}
.runs span {
  position: absolute;
  top: 1px;
  padding-left: 2px;
  font-size: 11px;
  color: var(--soft);
  white-space: nowrap;
}
.buffered {
  position: absolute;
  inset-block: 18px 0;
  border-right: 1px dashed var(--soft);
  background: rgb(255 255 255 / 9%);
}
.playhead {
  position: absolute;
  inset-block: 0;
  width: 2px;
  margin-left: -1px;
  background: #fff;
}
.stall {
  position: absolute;
  top: 1px;
  width: 14px;
  margin-left: -7px;
  border-radius: 4px;
  font: 800 11px/15px system-ui, sans-serif;
  text-align: center;
  color: #2b1b00;
  background: var(--stall);
}
.axis {
  display: flex;
  gap: 8px;
  justify-content: space-between;
  margin-top: 3px;
  font-size: 11.5px;
  color: var(--soft);
}
.legend {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  margin-top: 8px;
  font-size: 12px;
}
.legend span {
  display: flex;
  gap: 6px;
  align-items: center;
}
.legend i {
  position: static;
  width: 14px;
  height: 14px;
  margin: 0;
  border-radius: 3px;
}
.legend .share {
  display: none;
}
.legend [data-origin="peer"] {
  border: 0;
  background: var(--hatch);
}
details {
  margin-top: 8px;
}
summary {
  padding: 4px 6px;
  border-radius: 6px;
  cursor: pointer;
}
table {
  width: 100%;
  border-collapse: collapse;
}
th, td {
  padding: 4px 8px 4px 0;
  border-bottom: 1px solid var(--line);
  text-align: start;
  vertical-align: top;
  overflow-wrap: break-word;
}
th {
  font-weight: 500;
}
thead th {
  font-size: 12px;
  font-weight: 500;
  color: var(--soft);
}
.empty {
  color: var(--soft);
}
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (max-width: 520px) {
  .panel {
    inset: auto 0 0;
    width: 100%;
    max-height: 54vh;
    border-width: 1px 0 0;
    border-radius: 16px 16px 0 0;
  }
  .body {
    padding-bottom: max(16px, env(safe-area-inset-bottom));
  }
}
@media (max-height: 420px) {
  .panel {
    max-height: calc(100vh - 24px);
  }
}
@media (max-height: 420px) and (max-width: 520px) {
  .panel {
    max-height: 100vh;
  }
}
`;
