// The demo courses' documents, as lines of pages.
const title = (text) => [20, text];
const head = (text) => [14, text];
const line = (text) => [11, text];
const gap = [11, ''];
const note = line('Openbell. For learning; not investment advice. Options can lose their whole value.');

/** Pages by the name of the file. */
export const papers = {
  'opening-range-worksheet': [
    [
      title('Opening range worksheet'),
      line('One sheet a day. Fill in the first half before the entry, the second after the exit.'),
      gap,
      head('Before'),
      line('Date: ______________   Ticker: ______________   News today at: ______________'),
      line('High of the first 5 minutes: __________   Low: __________'),
      line('High of the first 15 minutes: __________   Low: __________'),
      line('Is the range wider than half of an average day?   yes / no   (yes: no trade)'),
      line('I am wrong at: __________   That costs, for one contract: $__________'),
      line('Contracts: ______   Most that I can lose: $__________   Written before the entry?   yes / no'),
      gap,
      head('After'),
      line('Entry: __________ at ______   Exit: __________ at ______   Result: $__________'),
      line('Did I keep the plan?   yes / no   If no, where did I leave it?'),
      line('______________________________________________________________________'),
      gap,
      note,
    ],
  ],
  'opening-range-glossary': [
    [
      title('Glossary of the open'),
      gap,
      head('Opening range'),
      line('The distance between the highest and the lowest price of the first minutes of a session.'),
      head('Close outside'),
      line('A bar whose last price is beyond the range. A touch within the bar does not count.'),
      head('Retest'),
      line('A return to the edge that was left, from the other side.'),
      head('Stop loss'),
      line('The price at which the idea is wrong. It is written down before the entry.'),
      head('Gap'),
      line('The distance between one close and the next open.'),
      gap,
      note,
    ],
  ],
  'rsi-on-one-page': [
    [
      title('RSI on one page'),
      gap,
      head('How it is computed'),
      line('1. Over 14 bars, average the gains and average the losses (a loss counts as a positive figure).'),
      line('2. Divide the average gain by the average loss: RS.'),
      line('3. RSI = 100 - 100 / (1 + RS). With no losses at all it is 100.'),
      gap,
      head('An example'),
      line('Average gain 0.60, average loss 0.40: RS = 1.5, RSI = 100 - 100 / 2.5 = 60.'),
      gap,
      head('What it cannot do'),
      line('It has no memory before its window, and none of volume. It does not know about news.'),
      line('Above 70 is not a reason to sell. In a trend it stays there.'),
      gap,
      note,
    ],
  ],
};
