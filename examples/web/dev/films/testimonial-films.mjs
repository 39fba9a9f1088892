// The sample films of the testimonials, silent, with captions. What draws them runs in a page, so it uses nothing outside
// itself.

/** Each film: what its captions say, from when to when in seconds, and what is drawn at a time in seconds. */
export const films = {
  'dana-r': {
    captions: [
      { from: 0, to: 4, words: 'I used to buy whatever was moving.' },
      { from: 4, to: 9, words: 'Now I write down what I lose if I am wrong,' },
      { from: 9, to: 13, words: 'and half of those trades are never placed.' },
      { from: 13, to: 16, words: 'Sample film with invented figures.' },
    ],
    draw: drawDana,
  },
  'marcus-t': {
    captions: [
      { from: 0, to: 4, words: 'The mentors say why before they say what.' },
      { from: 4, to: 8, words: 'When a setup failed we went through it on the next call,' },
      { from: 8, to: 13, words: 'line by line, and nobody pretended.' },
      { from: 13, to: 16, words: 'Sample film with invented figures.' },
    ],
    draw: drawMarcus,
  },
};

/** The source of a film's drawing, for `recordFilm`. */
export function drawingOf(name) {
  return `(pen, size) => {
    const tools = (${createTools})(pen, size);
    return (time) => {
      tools.clear();
      (${films[name].draw})(tools, time);
    };
  }`;
}

/** Colors, and what both films draw with. */
function createTools(pen, { width, height }) {
  const colors = {
    ink: '#f1f0ec',
    muted: '#8d95a8',
    indigo: '#93a2f0',
    brass: '#d6a84e',
    rise: '#7fd6a4',
    fall: '#e0817b',
  };
  const font = '"Inter Variable", "Helvetica Neue", Arial, sans-serif';
  /** The part of a movement that is done, eased out. */
  const part = (time, from, to) => {
    const done = Math.min(1, Math.max(0, (time - from) / (to - from)));
    return 1 - (1 - done) ** 3;
  };
  const write = (words, x, y, color, size = 18) => {
    pen.fillStyle = color;
    pen.font = `${size}px ${font}`;
    pen.fillText(words, x, y);
  };
  const line = (points, done, color, thick) => {
    pen.strokeStyle = color;
    pen.lineWidth = thick;
    pen.lineJoin = 'round';
    pen.lineCap = 'round';
    pen.beginPath();
    const last = done * (points.length - 1);
    points.forEach(([x, y], place) => {
      if (place === 0) pen.moveTo(x, y);
      else if (place <= last) pen.lineTo(x, y);
      else if (place - 1 < last) {
        const [fromX, fromY] = points[place - 1];
        const share = last - (place - 1);
        pen.lineTo(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
      }
    });
    pen.stroke();
  };
  function clear() {
    pen.fillStyle = '#10141f';
    pen.fillRect(0, 0, width, height);
    pen.textAlign = 'left';
    write('Openbell · sample', 44, 46, colors.muted, 14);
  }
  return { pen, colors, part, write, line, clear };
}

function drawDana({ pen, colors, part, write, line }, time) {
  const { ink, muted, indigo, rise, fall } = colors;
  const price = [250, 190, 222, 150, 205, 128, 190, 110, 170].map((y, place) => [44 + place * 30, y]);
  line(price, part(time, 0.3, 4), indigo, 3.5);
  pen.setLineDash([8, 9]);
  line(
    [
      [44, 262],
      [284, 262],
    ],
    part(time, 4, 5),
    fall,
    2.5,
  );
  pen.setLineDash([]);
  if (time > 4.6) write('If I am wrong: −$120', 44, 290, fall, 16);
  const trades = ['SPY call', 'NVDA put', 'QQQ call', 'AMD call'];
  trades.forEach((trade, place) => {
    const begin = 5 + place * 0.8;
    if (time < begin) return;
    const y = 92 + place * 54;
    pen.globalAlpha = part(time, begin, begin + 0.5);
    pen.strokeStyle = '#2b3347';
    pen.lineWidth = 1.5;
    pen.strokeRect(340, y, 256, 42);
    const isSkipped = place % 2 === 1;
    const skipped = isSkipped ? part(time, 9 + place * 0.4, 9.8 + place * 0.4) : 0;
    write(trade, 358, y + 27, skipped > 0.5 ? muted : ink);
    if (skipped > 0) {
      line(
        [
          [356, y + 21],
          [436, y + 21],
        ],
        skipped,
        fall,
        2.5,
      );
      if (skipped > 0.9) write('not placed', 500, y + 26, muted, 15);
    } else if (!isSkipped && time > 10.5) write('to the plan', 500, y + 26, rise, 15);
    pen.globalAlpha = 1;
  });
}

function drawMarcus({ pen, colors, part, write, line }, time) {
  const { ink, brass, rise, fall } = colors;
  const closes = [212, 196, 204, 180, 186, 160, 150, 176, 214, 238];
  const shown = Math.floor(part(time, 0, 7) * closes.length);
  closes.slice(0, shown).forEach((close, place) => {
    const open = closes[place - 1] ?? 226;
    pen.fillStyle = close < open ? rise : fall;
    const x = 48 + place * 24;
    pen.fillRect(x + 6, Math.min(open, close) - 10, 2, Math.abs(open - close) + 20);
    pen.fillRect(x, Math.min(open, close), 14, Math.max(3, Math.abs(open - close)));
  });
  pen.setLineDash([8, 9]);
  line(
    [
      [44, 166],
      [290, 166],
    ],
    part(time, 2, 3),
    brass,
    2.5,
  );
  line(
    [
      [44, 224],
      [290, 224],
    ],
    part(time, 4, 5),
    fall,
    2.5,
  );
  pen.setLineDash([]);
  if (time > 2.6) write('setup', 44, 156, brass, 15);
  if (time > 4.6) write('stop', 44, 246, fall, 15);
  const notes = ['Why we entered', 'What failed', 'Where the stop was', 'What we change'];
  notes.forEach((note, place) => {
    const begin = 7.5 + place * 1.2;
    if (time < begin) return;
    const y = 104 + place * 50;
    pen.globalAlpha = part(time, begin, begin + 0.5);
    line(
      [
        [346, y - 6],
        [352, y + 1],
        [364, y - 13],
      ],
      part(time, begin + 0.2, begin + 0.7),
      rise,
      3,
    );
    write(note, 382, y, ink);
    line(
      [
        [382, y + 14],
        [596, y + 14],
      ],
      part(time, begin, begin + 0.8),
      '#2b3347',
      1.5,
    );
    pen.globalAlpha = 1;
  });
}
