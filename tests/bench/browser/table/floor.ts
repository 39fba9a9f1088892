// The minimum for a screen of rows: one text per row, scrolled by the browser.
import type { TimedTrade } from '@openbell/core/time-sales';
import { cellText, columns, found, rowHeight, type TableContender } from './contender.ts';

const screen = 30;
let texts: string[] = [];
let count = 0;

export const contender: TableContender = {
  prepare(rows) {
    count = rows.length;
    texts = rows
      .slice(0, 10_000)
      .map((trade: TimedTrade) => columns.map(({ id }) => cellText(trade, id)).join('   '));
  },
  mount(host) {
    host.innerHTML = `<div class="floor" style="flex:1;overflow:auto;contain:strict;position:relative"><div style="height:${count * rowHeight}px"></div></div>`;
    const scroller = found(host, '.floor');
    const lines = Array.from({ length: screen }, (_, index) => {
      const line = document.createElement('div');
      line.style.cssText = `position:absolute;top:0;left:0;width:1100px;height:${rowHeight}px;font:13px/28px system-ui;white-space:pre;contain:strict`;
      line.textContent = texts[index] ?? '';
      scroller.append(line);
      return line;
    });
    const draw = (): void => {
      const first = Math.floor(scroller.scrollTop / rowHeight);
      lines.forEach((_, index) => {
        const place = first + index;
        const line = lines[place % screen] as HTMLElement;
        const text = texts[place % texts.length] ?? '';
        if (line.firstChild instanceof Text && line.firstChild.data !== text) line.firstChild.data = text;
        line.style.transform = `translateY(${place * rowHeight}px)`;
      });
    };
    draw();
    scroller.addEventListener('scroll', draw, { passive: true });
    return () => host.replaceChildren();
  },
  isDrawn: (host) => host.querySelector('.floor') !== null,
  scroller: (host) => found(host, '.floor'),
};
