import type { Texts } from '@openbell/core/catalogue';
import { expiryText, strikeText } from '@openbell/core/option-symbol';
import { dollarsText, sizeText } from '@openbell/core/time-sales';
import { type FlashTrade, isSweep, tradeTimeText, weightOf } from '@openbell/core/trade-flash';
import type { PooledRow } from '../rows/row-pool.ts';

const parts = ['time', 'root', 'contract', 'size', 'dollars', 'mark'] as const;
type Part = (typeof parts)[number];
const tags: Partial<Readonly<Record<Part, string>>> = { time: 'time', root: 'strong' };

/** One line of the tape: its elements and text nodes, created once. */
export interface TapeLine extends PooledRow {
  readonly weight: HTMLElement;
  readonly texts: Readonly<Record<Part, Text>>;
  /** The current texts of the text nodes: reading an object is faster than reading the DOM. */
  readonly shown: Record<Part, string>;
  trade: FlashTrade | null;
  /** The texts of the language in which the trade is shown. */
  text: Texts | null;
  /** Position in the tape, from 1. */
  place: number;
  of: number;
  share: string;
  right: string;
  status: string;
}

export function createTapeLine(document: Document): TapeLine {
  const element = document.createElement('li');
  element.className = 'ob-tape-line';
  const weight = document.createElement('span');
  weight.className = 'ob-tape-weight';
  weight.setAttribute('aria-hidden', 'true');
  element.append(weight);
  const texts = {} as Record<Part, Text>;
  const shown = {} as Record<Part, string>;
  for (const part of parts) {
    const node = document.createElement(tags[part] ?? 'span');
    node.className = `ob-tape-${part}`;
    texts[part] = node.appendChild(document.createTextNode(''));
    shown[part] = '';
    element.append(node);
  }
  return {
    element,
    weight,
    texts,
    shown,
    trade: null,
    text: null,
    place: 0,
    of: 0,
    share: '',
    right: '',
    status: '',
  };
}

function write(line: TapeLine, part: Part, value: string): void {
  if (line.shown[part] === value) return;
  line.shown[part] = value;
  line.texts[part].data = value;
}

/** Sets `aria-posinset` and `aria-setsize`, because only the visible lines are in the document. */
export function numberTapeLine(line: TapeLine, place: number, of: number): void {
  if (line.place !== place) line.element.setAttribute('aria-posinset', String(place));
  if (line.of !== of) line.element.setAttribute('aria-setsize', String(of));
  line.place = place;
  line.of = of;
}

/** Formats times with a cache of one: most visible trades share their second. */
export function createTimeTexts(): (time: number) => string {
  let second = Number.NaN;
  let shown = '';
  return (time) => {
    const of = Math.floor(time / 1000);
    if (of !== second) {
      second = of;
      shown = tradeTimeText(time);
    }
    return shown;
  };
}

/** Settings of the lines that do not come from their trades. */
interface TapeLook {
  /** Premium in dollars at which a weight bar is full. */
  readonly largest: number;
  readonly text: Texts;
  readonly timeText: (time: number) => string;
}

/** Shows a trade in a line. */
export function fillTapeLine(line: TapeLine, trade: FlashTrade, { largest, text, timeText }: TapeLook): void {
  const share = (weightOf(trade.dollars, largest) * 100).toFixed(1);
  if (share !== line.share) {
    line.share = share;
    line.weight.style.backgroundSize = `${share}% 100%`;
  }
  if (trade === line.trade && text === line.text) return;
  line.trade = trade;
  line.text = text;
  const { option } = trade;
  if (option.type !== line.right) {
    line.right = option.type;
    line.element.dataset.right = option.type;
  }
  const status = trade.isCanceled ? 'canceled' : trade.isLate ? 'late' : '';
  if (status !== line.status) {
    line.status = status;
    if (status === '') delete line.element.dataset.status;
    else line.element.dataset.status = status;
  }
  const right = text(option.type === 'call' ? 'market.flash.call' : 'market.flash.put');
  write(line, 'time', timeText(trade.time));
  write(line, 'root', option.root);
  write(line, 'contract', `${strikeText(option.strike)} ${right} ${expiryText(option.expiry)}`);
  write(line, 'size', sizeText(trade.size, trade.price));
  write(line, 'dollars', dollarsText(trade.dollars));
  const mark =
    status !== ''
      ? (`market.flash.${status}` as const)
      : isSweep(trade.conditions)
        ? 'market.label.sweep'
        : null;
  write(line, 'mark', mark === null ? '' : text(mark));
}
