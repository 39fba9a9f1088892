// Draws the pictures of the sandbox's news as SVG in the site's colors. Without text: SVG images have no web fonts.

const width = 640;
const height = 360;
const colours = { ground: '#171c2a', grid: '#262c3d', quiet: '#5a6374', line: '#a9b4f5', brass: '#d8a84e' };

export type NewsMotif = 'strikes' | 'rise' | 'fall' | 'sweep' | 'straddle' | 'pin';

type Random = () => number;

const at = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`;
const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y]) => at(x, y)).join(' ');
const level = (y: number): string =>
  `<path d="M0 ${y.toFixed(1)}H${width}" stroke="${colours.brass}" stroke-width="2" stroke-dasharray="6 6"/>`;
const dot = (x: number, y: number, radius: number): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${colours.brass}"/>`;

/** Returns the points of a noisy price line between two heights. */
function walk(
  random: Random,
  { from, to, roughness }: { from: number; to: number; roughness: number },
): [number, number][] {
  const steps = 40;
  let stray = 0;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const part = step / steps;
    stray = stray * 0.86 + (random() - 0.5) * roughness;
    return [part * width, from + (to - from) * part + stray * Math.sin(Math.PI * part) ** 0.5];
  });
}

function priceLine(points: readonly (readonly [number, number])[]): string {
  const line = pathOf(points);
  return (
    `<polygon points="0,${height} ${line} ${width},${height}" fill="${colours.line}" fill-opacity=".1"/>` +
    `<polyline points="${line}" fill="none" stroke="${colours.line}" stroke-width="4" stroke-linejoin="round"/>`
  );
}

const motifs: Readonly<Record<NewsMotif, (random: Random) => string>> = {
  // Open interest by strike: one stands out.
  strikes: (random) => {
    const bars = 15;
    const crowded = 6 + Math.floor(random() * 5);
    return Array.from({ length: bars }, (_, bar) => {
      const near = 1 - Math.abs(bar - crowded) / bars;
      const tall = bar === crowded ? 220 : 24 + 90 * near * near * (0.6 + 0.6 * random());
      const x = 40 + bar * 38;
      const colour = bar === crowded ? colours.brass : colours.line;
      return `<rect x="${x}" y="${(310 - tall).toFixed(1)}" width="26" height="${tall.toFixed(1)}" rx="3" fill="${colour}"/>`;
    }).join('');
  },
  rise: (random) => {
    const points = walk(random, { from: 265, to: 95, roughness: 34 });
    const [x, y] = points.at(-2) ?? [width, 95];
    return priceLine(points) + dot(x, y, 8);
  },
  // The price comes down to its average.
  fall: (random) => level(238) + priceLine(walk(random, { from: 96, to: 236, roughness: 34 })),
  // Prints that belong together, on several exchanges within seconds.
  sweep: (random) => {
    const points = walk(random, { from: 150, to: 130, roughness: 20 });
    const prints = Array.from({ length: 7 }, (_, print) => {
      const radius = 8 + print * 3.5 + random() * 5;
      return dot(96 + print * 74, 240 - print * 4 + (random() - 0.5) * 30, radius);
    });
    return `<polyline points="${pathOf(points)}" fill="none" stroke="${colours.line}" stroke-width="4" stroke-linejoin="round"/>${prints.join('')}`;
  },
  // What a straddle pays on the day, and the move that its price expects.
  straddle: (random) => {
    const strike = 280 + random() * 80;
    const reach = 96 + random() * 40;
    const zero = 210;
    const legs = pathOf([
      [strike - 230, zero - (230 - reach) * 0.9],
      [strike, zero + reach * 0.9],
      [strike + 230, zero - (230 - reach) * 0.9],
    ]);
    return (
      `<path d="M0 ${zero}H${width}" stroke="${colours.quiet}" stroke-width="2"/>` +
      `<polyline points="${legs}" fill="none" stroke="${colours.line}" stroke-width="5" stroke-linejoin="round"/>` +
      dot(strike - reach, zero, 8) +
      dot(strike + reach, zero, 8)
    );
  },
  // The swings die away at one strike.
  pin: (random) => {
    const strike = 180;
    const phase = random() * 2;
    const points = Array.from({ length: 81 }, (_, step): [number, number] => {
      const part = step / 80;
      const swing = 110 * (1 - part) ** 1.6;
      return [part * width, strike + swing * Math.sin(phase + part * 20) + (random() - 0.5) * 6 * (1 - part)];
    });
    return level(strike) + priceLine(points) + dot(width - 8, strike, 8);
  },
};

/** Draws an SVG document of 640 × 360. `random` varies the motif; `name` is the accessible name. */
export function drawNewsPicture(motif: NewsMotif, name: string, random: Random): string {
  const grid = [90, 180, 270].map((y) => `M0 ${y}H${width}`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">` +
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>` +
    `<path d="${grid}" stroke="${colours.grid}" stroke-width="2"/>${motifs[motif](random)}</svg>`
  );
}
