// The pictures of the demo's courses: quiet drawings of what each is about, in the product's two inks.
const WIDTH = 960;
const HEIGHT = 540;
const ground = '#171c2b';
const line = '#2b3347';
const pale = '#8d95a8';
const ink = '#a9b6f5';
const brass = '#d6a84e';

const frame = (body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>
<path d="M0 135h960M0 270h960M0 405h960" stroke="${line}" stroke-width="2"/>${body}</svg>`;

const candle = (x, high, top, bottom, low, tone) =>
  `<path d="M${x + 14} ${high}V${low}" stroke="${tone}" stroke-width="4"/>` +
  `<rect x="${x}" y="${top}" width="28" height="${bottom - top}" rx="3" fill="${tone}"/>`;

const openingRange = frame(
  `<rect x="0" y="214" width="960" height="132" fill="${brass}" opacity="0.16"/>
<path d="M0 214h960M0 346h960" stroke="${brass}" stroke-width="3" stroke-dasharray="4 10" stroke-linecap="round"/>` +
    [
      [90, 224, 250, 312, 330, pale],
      [160, 220, 238, 290, 318, pale],
      [230, 232, 262, 326, 342, pale],
      [300, 240, 270, 300, 336, pale],
      [370, 226, 244, 308, 322, pale],
      [440, 236, 266, 330, 344, pale],
      [510, 222, 236, 282, 310, pale],
      [580, 168, 184, 258, 276, brass],
      [650, 130, 148, 206, 232, brass],
      [720, 116, 138, 168, 190, pale],
      [790, 84, 104, 160, 178, brass],
    ]
      .map((one) => candle(...one))
      .join(''),
);

const wave = Array.from({ length: 97 }, (_, step) => {
  const x = step * 10;
  const y = 270 - 150 * Math.sin(step / 9) * Math.cos(step / 31) - 34 * Math.sin(step / 3.1);
  return `${step === 0 ? 'M' : 'L'}${x} ${y.toFixed(1)}`;
}).join('');
const relativeStrength = frame(
  `<path d="M0 150h960M0 390h960" stroke="${brass}" stroke-width="3" stroke-dasharray="4 10" stroke-linecap="round"/>
<path d="${wave}" fill="none" stroke="${ink}" stroke-width="7" stroke-linejoin="round"/>`,
);

const stepPattern = frame(
  `<path d="M60 440h190v-110h200v-120h210v-110h240" fill="none" stroke="${ink}" stroke-width="8" stroke-linejoin="round"/>
<path d="M250 330q60 70 110 8M450 210q60 70 110 8M660 100q60 70 110 8" fill="none" stroke="${brass}" stroke-width="6" stroke-linecap="round"/>
<circle cx="360" cy="338" r="11" fill="${brass}"/><circle cx="560" cy="218" r="11" fill="${brass}"/><circle cx="770" cy="108" r="11" fill="${brass}"/>`,
);

const orderFlow = frame(
  Array.from({ length: 14 }, (_, row) => {
    const y = 60 + row * 31;
    const buy = 60 + ((row * 137) % 260);
    const sell = 50 + ((row * 89 + 40) % 230);
    const tone = row % 5 === 2 ? brass : ink;
    return `<rect x="${480 - buy}" y="${y}" width="${buy}" height="17" rx="4" fill="${tone}" opacity="0.9"/><rect x="488" y="${y}" width="${sell}" height="17" rx="4" fill="${pale}" opacity="0.55"/>`;
  }).join(''),
);

/** SVG by the name of its picture. */
export const pictures = {
  'opening-range': openingRange,
  'relative-strength': relativeStrength,
  'step-pattern': stepPattern,
  'order-flow': orderFlow,
};
