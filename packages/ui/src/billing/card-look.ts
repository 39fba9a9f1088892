import type { CardFormLook } from '@openbell/core/billing';

/** Reads the computed styles of an element, as values that a card provider's iframe understands. */
export function readCardLook(place: HTMLElement): CardFormLook {
  const style = getComputedStyle(place);
  const color = (token: string): string => asRgb(style.getPropertyValue(`--ob-color-${token}`).trim());
  const found = {
    primary: color('primary'),
    background: color('surface'),
    text: color('ink'),
    mutedText: color('ink-muted'),
    danger: color('danger'),
    line: color('line-strong'),
  };
  return {
    theme: style.colorScheme === 'dark' ? 'dark' : 'light',
    colors: Object.fromEntries(Object.entries(found).filter(([, value]) => value !== '')),
    fontFamily: style.fontFamily,
    fontSize: style.fontSize,
    radius: style.getPropertyValue('--ob-radius-control').trim(),
  };
}

/** The tokens are OKLCH, which providers may not parse: draw a pixel and read its RGB value. */
function asRgb(color: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = color === '' ? null : canvas.getContext('2d');
  if (context === null) return '';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
