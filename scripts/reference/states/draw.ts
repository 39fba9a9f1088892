// Draws recorded states as a diagram: one vertical line per state, one labeled arrow per transition. Each arrow has its own
// row, so labels never overlap.
import type { RecordedStates } from './walk.types.ts';

const size = { column: 132, head: 30, row: 34, margin: 14, letter: 6.3, top: 16 };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** For standalone display, for example on GitHub. The docs site replaces these styles with its theme's. */
const style = `<style>
.states-head{fill:#eef2f7;stroke:#5b6b80}
.states-first{stroke-width:2.5}
.states-line{stroke:#c4ccd8;stroke-dasharray:2 4}
.states-arrow{stroke:#1d4fa8;stroke-width:1.5;fill:none}
.states-tip{fill:#1d4fa8}
.states-name,.states-cause{font-family:ui-sans-serif,system-ui,sans-serif;font-size:12px;fill:#17202e}
.states-name{font-weight:600;text-anchor:middle}
.states-back{fill:#fff}
@media (prefers-color-scheme:dark){
.states-head{fill:#223046;stroke:#93a4bd}
.states-line{stroke:#3b4a61}
.states-arrow{stroke:#8fb8ff}
.states-tip{fill:#8fb8ff}
.states-name,.states-cause{fill:#e8eef8}
.states-back{fill:#10151d}
}
</style>`;

/** Draws the state diagram of the store `name` as SVG. */
export function drawStates(
  name: string,
  states: readonly string[],
  { first, transitions }: RecordedStates,
): string {
  const xOf = (state: string): number => size.margin + size.column * (states.indexOf(state) + 0.5);
  const rows = transitions.map(({ from, to, causes }) => ({ from, to, text: causes.join(' · ') }));
  const linesTop = size.top + size.head;
  const height = linesTop + rows.length * size.row + size.margin + 8;
  const ends = rows.map(
    ({ from, to, text }) => Math.min(xOf(from), xOf(to)) + 10 + text.length * size.letter,
  );
  const width = Math.ceil(
    Math.max(size.margin * 2 + states.length * size.column, ...ends.map((end) => end + size.margin)),
  );
  const heads = states.flatMap((state) => [
    `<line class="states-line" x1="${xOf(state)}" y1="${linesTop}" x2="${xOf(state)}" y2="${height - size.margin}"/>`,
    `<rect class="states-head${state === first ? ' states-first' : ''}" x="${xOf(state) - size.column / 2 + 6}" y="${size.top}" width="${size.column - 12}" height="${size.head}" rx="8"/>`,
    `<text class="states-name" x="${xOf(state)}" y="${size.top + 19}">${escaped(state)}</text>`,
  ]);
  const arrows = rows.flatMap(({ from, to, text }, index) => {
    const y = linesTop + (index + 1) * size.row - 6;
    const [x1, x2] = [xOf(from), xOf(to)];
    const back = x2 > x1 ? -7 : 7;
    const left = Math.min(x1, x2) + 10;
    return [
      `<rect class="states-back" x="${left - 2}" y="${y - 18}" width="${Math.ceil(text.length * size.letter) + 4}" height="15"/>`,
      `<text class="states-cause" x="${left}" y="${y - 6}">${escaped(text)}</text>`,
      `<circle class="states-tip" cx="${x1}" cy="${y}" r="3"/>`,
      `<path class="states-arrow" d="M${x1} ${y}H${x2 + back}"/>`,
      `<path class="states-tip" d="M${x2} ${y}l${back} -4v8z"/>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="State diagram of ${escaped(name)}; the table below lists the same transitions">`,
    style,
    `<rect class="states-back" width="${width}" height="${height}" rx="8"/>`,
    ...heads,
    ...arrows,
    '</svg>',
    '',
  ].join('\n');
}
