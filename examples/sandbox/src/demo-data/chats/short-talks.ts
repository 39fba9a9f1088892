// Short exchanges of the demo group, between the longer talks.
import type { Line, Voice } from './talks.ts';

/** Two or three lines each: who, and what. */
const exchanges: readonly (readonly (readonly [Voice, string])[])[] = [
  [
    ['K', 'Is the Thursday session recorded?'],
    ['M', 'Yes, it is in the course by Friday noon.'],
    ['K', 'Perfect, I have to work'],
  ],
  [
    ['D', 'My platform shows IV 31, the tool here shows 0.31'],
    ['S', 'Same thing, percent and fraction'],
  ],
  [
    ['L', 'Which chart interval do you keep open all day?'],
    ['R', '15 minutes and the hourly'],
    ['T', '5 and 60'],
  ],
  [
    ['P', 'Has anybody tried two screens? Worth it?'],
    ['S', 'Worth it for the tape, not for more charts'],
    ['P', 'Makes sense'],
  ],
  [
    ['T', 'QQQ 15 min, look at that wick'],
    ['L', 'Stops under the low, taken, and back up'],
    ['M', 'Which is why the stop goes where the idea is wrong and not where everybody else has theirs.'],
  ],
  [
    ['R', 'Reminder to myself: the market is closed on Thursday'],
    ['D', 'and short on Friday'],
    ['K', 'Thanks, did not know about Friday!'],
  ],
  [
    ['S', 'Journal question: do you write before or after the trade?'],
    ['M', 'Before: why, where wrong, how much. After: followed or not. The feeling in one word at both.'],
  ],
  [
    ['K', 'What does “ISO” in the condition column mean?'],
    [
      'M',
      'Intermarket sweep order: it takes what is offered on several exchanges at once. Somebody preferred speed over price.',
    ],
  ],
  [
    ['D', 'First week without breaking the daily loss limit 🎉'],
    ['M', 'That is the milestone that counts.'],
    ['S', 'Well done Devon!'],
  ],
  [
    ['P', 'Do you ever average down?'],
    ['M', 'No.'],
    ['P', 'Short answer 😂'],
  ],
  [
    ['L', 'How much of the account per trade while practising?'],
    ['M', 'On paper the same as later for real: I teach 1% at risk, and less while you are learning.'],
  ],
  [
    ['T', 'Ticker details are nice for the boring things, like finding out that it is a bank'],
    ['R', 'I have traded companies without knowing what they sell'],
    ['T', 'we all have'],
  ],
  [
    ['S', 'Rolling question: is a roll one trade or two?'],
    [
      'M',
      'Two. You close one idea and open another. Ask yourself whether you would open the second without the first.',
    ],
    ['S', 'Ouch. Probably not.'],
  ],
  [
    ['K', 'Why is 0DTE so popular if theta is that brutal'],
    ['R', 'Because it is exciting'],
    ['M', 'And excitement is expensive. We look at them in week 19, on paper.'],
  ],
  [
    ['D', 'volume on the 15 min candle before the break was the lowest of the day'],
    ['M', 'Good eye. Quiet before, loud through: that is the order we want.'],
  ],
  [
    ['L', 'Watching only today, bad night'],
    ['S', 'Good decision'],
    ['R', 'Take care Luisa'],
  ],
  [
    ['P', 'GOOGL just did the exact textbook thing'],
    ['T', 'which page?'],
    ['P', 'Week 8, the one with three arrows'],
  ],
  [
    ['R', 'Bid size 4, ask size 900. Does that mean anything?'],
    ['M', 'Shown sizes come and go in milliseconds. I do not read anything into them.'],
  ],
  [
    ['K', 'What do you use as target?'],
    ['M', 'The width of the step, once. Half off there, the rest with the stop under the last higher low.'],
    ['K', 'Noted 👍'],
  ],
  [
    ['S', 'Anyone else on the mobile data today? Tape is fine, chart is slow'],
    ['D', 'fine here'],
  ],
  [
    ['T', 'My sister asks me for a “sure thing”. What do I say?'],
    ['R', 'That there is none'],
    ['M', 'That there is none, and that anybody who says otherwise is selling it.'],
  ],
  [
    ['L', 'put/call ratio at 1.3, bearish?'],
    ['M', 'Or hedged. It is a thermometer, not a forecast.'],
  ],
  [
    ['D', 'missed the entry, chased it, paid for it. again'],
    ['S', 'At least you noticed before me'],
    [
      'M',
      'Write “chased” in the sheet. When you have written it ten times you will stop, I promise you nothing else.',
    ],
  ],
  [
    ['P', 'Found the replay function, this is wonderful'],
    ['K', 'Where??'],
    ['P', 'Graph, top right'],
  ],
  [
    ['R', 'Question for Thursday: how do dividends move option prices?'],
    ['M', 'Good one, on the list.'],
  ],
  [
    ['S', 'QQQ at the same level for the fourth time'],
    ['T', 'Levels get weaker the more often they are hit, right?'],
    ['M', 'Each test uses up the orders that wait there. So yes, in general.'],
  ],
  [
    ['K', 'I passed the quiz of week 6!'],
    ['L', 'Congrats!!'],
    ['M', 'Very good, Kofi.'],
  ],
  [
    ['D', 'is it normal that I understand it in the evening and forget it at 9:30'],
    ['R', 'Yes'],
    ['S', 'Very'],
  ],
  [
    ['T', 'Correlation today is insane, everything moves together'],
    ['M', 'Then you have one trade on, whatever the number of symbols says. Size accordingly.'],
  ],
  [
    ['L', 'MSFT: outside bar on the daily. Does the pattern count if it is inside of yesterday’s gap?'],
    ['M', 'It counts less. Gaps have their own gravity.'],
    ['L', '“Own gravity”, nice'],
  ],
  [
    ['P', 'Ten minutes until the close and I am done for today. Zero trades, rules kept.'],
    ['M', 'Zero is a number of trades like any other.'],
  ],
  [
    ['S', 'What was the rule for the spread again, 10% of the mid?'],
    ['D', 'Yes, under 10% or another strike'],
    ['S', 'Thanks'],
  ],
  [
    ['R', 'Somebody bought 3,000 of the weekly puts on KRE at the ask'],
    ['T', 'Opening? OI was 400 yesterday'],
    ['M', 'Then it is new. What for, we do not know. Mark it and see whether it is still there tomorrow.'],
  ],
  [
    ['K', 'It is still there today, OI 3,350'],
    ['T', 'So it was opening, and held overnight'],
    ['M', 'That is how you check it. Well done.'],
  ],
  [
    ['L', 'Do limit orders expire at the end of the day?'],
    ['S', 'Day orders do, GTC do not'],
    ['L', 'Found the switch, thanks Sam'],
  ],
];

/** The exchanges as lines. */
export const shortTalks: readonly (readonly Line[])[] = exchanges.map((exchange) =>
  exchange.map(([by, text]) => ({ by, text })),
);
