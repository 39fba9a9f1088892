// The sample film: forty seconds of an invented morning.

/** What is said, and when (seconds): the film is silent, its captions speak. */
export const scenes = [
  { from: 0, to: 6, words: 'The bell rings. For now, only watch.' },
  { from: 6, to: 15, words: 'Mark the high and the low of the first fifteen minutes.' },
  { from: 15, to: 23, words: 'Inside the range there is nothing to do.' },
  { from: 23, to: 31, words: 'A close outside it is the signal. A touch is not.' },
  { from: 31, to: 36, words: 'The stop goes where the idea is wrong.' },
  { from: 36, to: 40, words: 'Invented prices, for learning only.' },
];

/** For `recordFilm`. */
export function createOpeningRange(pen, { width, height }) {
  const bars = [];
  let state = 20261121;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  let price = 100;
  for (let number = 0; number < 36; number += 1) {
    const drift = number < 20 ? (100 - price) * 0.25 : 0.55;
    const open = price;
    price += drift + (random() - 0.5) * 2.6;
    bars.push({
      open,
      close: price,
      high: Math.max(open, price) + random() * 0.7,
      low: Math.min(open, price) - random() * 0.7,
    });
  }
  const opening = bars.slice(0, 10);
  const high = Math.max(...opening.map((bar) => bar.high));
  const low = Math.min(...opening.map((bar) => bar.low));
  const y = (value) => 250 - (value - 96) * 13;
  const x = (number) => 46 + number * 15.4;

  return (time) => {
    pen.fillStyle = '#10141f';
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = '#232a3a';
    pen.lineWidth = 1;
    for (let line = 60; line <= 260; line += 50) {
      pen.beginPath();
      pen.moveTo(40, line + 0.5);
      pen.lineTo(width - 40, line + 0.5);
      pen.stroke();
    }
    if (time >= 7) {
      pen.fillStyle = 'rgba(214, 168, 78, 0.16)';
      const reach = Math.min(1, (time - 7) / 2) * (width - 86);
      pen.fillRect(43, y(high), reach, y(low) - y(high));
      pen.fillStyle = '#d6a84e';
      pen.fillRect(43, y(high), reach, 1.5);
      pen.fillRect(43, y(low), reach, 1.5);
    }
    const shown = Math.min(bars.length, Math.floor((time / 31) * bars.length) + 1);
    for (let number = 0; number < shown; number += 1) {
      const bar = bars[number];
      const rising = bar.close >= bar.open;
      pen.fillStyle = rising ? '#7fd6a4' : '#e0817b';
      pen.fillRect(x(number) + 4, y(bar.high), 1.5, y(bar.low) - y(bar.high));
      const top = y(Math.max(bar.open, bar.close));
      pen.fillRect(x(number), top, 9.5, Math.max(2, y(Math.min(bar.open, bar.close)) - top));
    }
    if (time >= 31) {
      pen.fillStyle = '#e0817b';
      for (let dash = 300; dash < width - 40; dash += 14) pen.fillRect(dash, y(low) + 6, 8, 2);
    }
    pen.fillStyle = '#8d95a8';
    pen.font = '14px "Inter Variable", "Helvetica Neue", Arial, sans-serif';
    pen.textAlign = 'left';
    pen.fillText('Openbell · Reading the opening range · sample', 43, 34);
  };
}

/** The same words as WebVTT. */
export function captionsOf(list) {
  const clock = (seconds) => `00:00:${String(seconds).padStart(2, '0')}.000`;
  const cues = list.map(({ from, to, words }) => `${clock(from)} --> ${clock(to)}\n${words}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}
