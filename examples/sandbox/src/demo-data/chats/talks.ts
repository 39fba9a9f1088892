// Conversations of the demo group. Education only: nobody is promised anything.

/** M mentor, S subscriber; the others are members whose plan has ended since. */
export type Voice = 'M' | 'S' | 'P' | 'D' | 'L' | 'T' | 'R' | 'K';

export interface Line {
  readonly by: Voice;
  readonly text: string;
  /** How many lines back in the same talk the line is that this one replies to. */
  readonly repliesBack?: number;
  /** Who reacted, and how. */
  readonly reactions?: readonly (readonly [Voice, string])[];
}

/** Creates a line of one voice. */
function line(by: Voice, text: string, more: Omit<Line, 'by' | 'text'> = {}): Line {
  return { by, text, ...more };
}

export const talks: readonly (readonly Line[])[] = [
  [
    line('P', 'Question about the step pattern: how many steps before you trust the breakout?'),
    line(
      'M',
      'I want three. One step can be anything, two is a coincidence, three tells me somebody keeps buying the same pullback. The steps also have to get shallower: if the third pullback is deeper than the second, the pattern is telling you that the buyer is done, and I would rather watch.',
      {
        repliesBack: 1,
        reactions: [
          ['P', '👍'],
          ['S', '👍'],
          ['K', '👍'],
        ],
      },
    ),
    line('P', 'And the stop goes under the third step?'),
    line('M', 'Under its low, yes. If price is back under there the idea is wrong, whatever the reason.', {
      repliesBack: 1,
    }),
    line('S', 'So the size comes from the distance to that stop, not from how sure I feel 😂', {
      reactions: [
        ['M', '😂'],
        ['L', '😂'],
      ],
    }),
    line('M', 'Exactly that. Write the distance down before you write the size.'),
    line('D', 'saving this'),
  ],
  [
    line('L', 'I keep buying calls when RSI is under 30 and it just keeps falling. What am I missing?'),
    line('T', 'Same here last week.'),
    line(
      'M',
      'RSI under 30 in a downtrend is normal, it can sit there for days. In the lesson we used it the other way round: first decide the trend on the higher time frame, then wait for RSI to come back over 40 from below in the direction of that trend. Oversold alone is a description, not a signal.',
      {
        reactions: [
          ['L', '👍'],
          ['S', '😍'],
        ],
      },
    ),
    line('L', 'Ahh, the higher time frame first. That was in week 3 and I skipped it...', { repliesBack: 1 }),
    line('K', 'we all skipped it once'),
    line('R', 'Some of us twice.', {
      reactions: [
        ['K', '😂'],
        ['T', '😂'],
        ['M', '😂'],
      ],
    }),
    line('S', 'Which higher time frame for a 5 minute entry?'),
    line('M', 'Hourly. A factor of ten to twelve keeps it simple.', { repliesBack: 1 }),
  ],
  [
    line('K', 'What is the difference between volume and open interest again? I mix them up every time.'),
    line(
      'S',
      'Volume is what traded today. Open interest is what is still open from before, updated overnight.',
      {
        repliesBack: 1,
        reactions: [['M', '👍']],
      },
    ),
    line(
      'M',
      'Good. And when today’s volume in one contract is much larger than its open interest, somebody opened something new. It does not say in which direction. A bought put and a sold put print the same.',
    ),
    line('K', 'But the tape shows buy and sell?'),
    line(
      'M',
      'It shows at which side of the quote it traded: at the ask or above, at the bid or below. That is a hint at who was in a hurry. A hedge against stock looks the same as a bet.',
      { repliesBack: 1 },
    ),
    line('K', 'Understood. A hint, not an answer.'),
  ],
  [
    line('D', 'Bid 1.10 ask 1.60 on the one I was looking at. Is that normal??'),
    line('R', 'For a far strike that nobody trades, yes'),
    line(
      'M',
      'That spread is 37% of the mid. You would start the trade down a third before anything happens. Rule from week 10: spread under 10% of the mid, or pick another strike.',
      {
        reactions: [
          ['D', '😢'],
          ['S', '👍'],
          ['P', '👍'],
        ],
      },
    ),
    line('D', 'Found a closer strike, 2.05 by 2.12.'),
    line('M', 'Better. And a limit order, never market.'),
    line('T', 'never market'),
    line('S', 'never market 😂'),
  ],
  [
    line(
      'S',
      'I wrote down my last ten practice trades as you asked. Seven of ten I moved the stop. All seven in the wrong direction.',
    ),
    line('M', 'Thank you for posting that. It takes more than posting a winner.', {
      reactions: [
        ['S', '👍'],
        ['L', '😍'],
        ['R', '👍'],
        ['K', '👍'],
      ],
    }),
    line('L', 'Mine looks the same, I just have not counted'),
    line(
      'M',
      'Homework for everybody this week, then: do not touch the stop for ten trades. On paper. Then compare with the ten before. Do not look at the money, look at how often the original stop would have been right.',
    ),
    line('T', 'On it.'),
    line('P', 'me too'),
    line(
      'R',
      'In. I will make a sheet with entry, first stop, last stop, reason for the move. Will share the empty one later so that all of us fill in the same columns.',
      {
        reactions: [
          ['M', '😍'],
          ['S', '👍'],
        ],
      },
    ),
    line('K', 'Thanks Ruth!'),
  ],
  [
    line('T', 'Implied volatility on the weekly doubled since Monday and I have no idea why'),
    line('M', 'Look at the calendar. What happens on Thursday after the close?'),
    line('T', 'Earnings. Of course.', { repliesBack: 1 }),
    line(
      'M',
      'The option prices in a move, whichever way. After the report that part disappears overnight, even when the direction was right. People call it the crush. It is why a call can lose money on a stock that went up.',
    ),
    line('P', 'I had exactly that last quarter. Stock up 2%, my call down 40%.', {
      reactions: [
        ['D', '😢'],
        ['L', '😢'],
      ],
    }),
    line('S', 'How do you see beforehand what is priced in?'),
    line(
      'M',
      'Roughly: price of the at-the-money call plus the put, for the expiry right after the report. Say 4.20 + 3.80 on a 160 stock: the market expects about 8 dollars either way, 5%. If you expect 3%, you have no reason to own that straddle.',
      {
        repliesBack: 1,
        reactions: [
          ['S', '👍'],
          ['T', '👍'],
          ['K', '😍'],
        ],
      },
    ),
    line('T', 'This should be pinned'),
  ],
  [
    line('R', 'Does anyone trade the first five minutes?'),
    line('D', 'tried. never again'),
    line('L', 'I only watch until 9:45'),
    line(
      'M',
      'Spreads are widest and quotes jump. There is a real edge there for people with fast lines, and it is not us. I mark the high and the low of the first fifteen minutes and let price decide what it wants to do with them.',
      {
        reactions: [
          ['L', '👍'],
          ['R', '👍'],
        ],
      },
    ),
    line('R', 'Opening range, week 17 right?'),
    line('M', 'Yes. The recording is in the course, second half.', { repliesBack: 1 }),
  ],
  [
    line('P', 'Sequencing: when the index goes first and my stock follows, how long do you give it?'),
    line(
      'M',
      'Three candles of the time frame you trade. If the index made its move and the stock still sleeps after three, it is not following today.',
    ),
    line(
      'S',
      'Had this with AMD on Tuesday, QQQ through the range and AMD just sat there for half an hour. Then it dropped.',
    ),
    line('M', 'And what did that tell you?', { repliesBack: 1 }),
    line('S', 'That someone was selling into the strength?'),
    line(
      'M',
      'Could be. Relative weakness on a strong day is information. You do not need the reason to stay out.',
      {
        reactions: [
          ['S', '👍'],
          ['P', '👍'],
        ],
      },
    ),
    line('K', 'Stay out is the cheapest trade', {
      reactions: [
        ['M', '😂'],
        ['R', '👍'],
        ['D', '😂'],
      ],
    }),
  ],
  [
    line(
      'K',
      'Small thing: is it only me or is time & sales much faster to read when it is sorted by quantity?',
    ),
    line('S', 'I do that too. Quantity down, then I only look at the top twenty.'),
    line('T', 'And widen the condition column. Sweeps and blocks are in there.'),
    line('K', 'Nice, thanks both', { reactions: [['S', '👍']] }),
  ],
  [
    line('D', 'Delta 0.25 vs 0.60 for a day trade?'),
    line('R', '0.60, you pay for something that moves'),
    line('P', 'I take the 0.25 because it is cheap 🙈'),
    line(
      'M',
      'Cheap per contract, expensive per unit of movement. A 0.25 delta needs the stock to run before it wakes up, and time decay bites it harder. For a scalp of minutes I stay between 0.45 and 0.60. If that is too much money for the account then the trade is too big, not the delta.',
      {
        repliesBack: 1,
        reactions: [
          ['P', '😢'],
          ['S', '👍'],
          ['D', '👍'],
        ],
      },
    ),
    line('P', 'Fair. Hurts, but fair.'),
  ],
  [
    line('L', 'Can we go over theta once more? I know it is decay but why does mine lose more on some days'),
    line(
      'M',
      'Because it is not a straight line. Far from expiry it hardly moves, in the last two weeks it falls faster each day, and at the money it falls fastest of all.',
    ),
    line(
      'M',
      'Take a 30 day option worth 3.00. In the first ten days it may lose 0.60 by time alone, in the next ten 0.80, in the last ten everything that is left. Nothing else changed, only days.',
      {
        reactions: [
          ['L', '👍'],
          ['K', '👍'],
        ],
      },
    ),
    line('L', 'So buying the Friday expiry on a Wednesday is a race.'),
    line('M', 'It is. You can run it, but know that you are racing.', { repliesBack: 1 }),
    line('S', '“Know that you are racing” going on a sticky note', {
      reactions: [
        ['L', '😂'],
        ['M', '😂'],
      ],
    }),
  ],
  [
    line(
      'R',
      'The sheet for the stop homework, columns as promised: date, symbol, set-up, entry, first stop, last stop, moved because, would the first stop have been hit, would the target have been hit afterwards. Copy it, do not edit the original please.',
      {
        reactions: [
          ['M', '😍'],
          ['S', '😍'],
          ['T', '👍'],
          ['L', '👍'],
          ['K', '👍'],
        ],
      },
    ),
    line('S', 'This is great Ruth.'),
    line('T', 'Filled in six so far. Four moves because I was “nervous”. Not a category I am proud of.'),
    line('R', 'Nervous is a valid entry. Mine says “dog barked” once.', {
      repliesBack: 1,
      reactions: [
        ['T', '😂'],
        ['S', '😂'],
        ['M', '😂'],
        ['D', '😂'],
      ],
    }),
    line('D', 'Bullish on the dog'),
  ],
  [
    line('S', 'What do you do on days when nothing sets up? I feel I have to do something.'),
    line(
      'M',
      'Replay. Pick one chart from last month, hide the right side, and walk through it candle by candle with your rules. An hour of that is worth more than an afternoon of forcing trades.',
      { repliesBack: 1 },
    ),
    line('K', 'I went for a walk today. Also works.'),
    line('M', 'Also works.', {
      repliesBack: 1,
      reactions: [
        ['K', '👍'],
        ['R', '😍'],
      ],
    }),
    line('P', 'My best week this year had two trades in it'),
    line('L', 'And your worst?'),
    line('P', 'Forty one.', {
      repliesBack: 1,
      reactions: [
        ['L', '😢'],
        ['S', '😂'],
        ['T', '😢'],
      ],
    }),
  ],
  [
    line('T', 'Dark pool print of two million shares on the tape, is that a buy?'),
    line(
      'M',
      'It is a print. Every trade has a buyer and a seller. What matters is where price goes after it: I mark the level and watch whether it is defended when price comes back.',
    ),
    line('T', 'So a level, not a direction'),
    line('M', 'A level, not a direction.', {
      repliesBack: 1,
      reactions: [
        ['T', '👍'],
        ['S', '👍'],
        ['P', '👍'],
      ],
    }),
    line('D', 'half of the internet just lost its business model', {
      reactions: [
        ['M', '😂'],
        ['R', '😂'],
        ['T', '😂'],
        ['K', '😂'],
      ],
    }),
  ],
  [
    line(
      'L',
      'Looking at NVDA: higher lows since Monday, 15 minute, volume drying up. Would you call it a step pattern or just a range?',
    ),
    line('S', 'I see three lows but the highs are flat, so more like a triangle to me'),
    line(
      'M',
      'Both of you are describing the same thing. Flat highs and rising lows: buyers come earlier each time, sellers sit at one price. I want to see what happens at that price with volume. Until then it is a range with an opinion.',
      {
        reactions: [
          ['L', '😂'],
          ['S', '👍'],
        ],
      },
    ),
    line('L', 'A range with an opinion 😂'),
    line('K', 'like my brother in law'),
  ],
  [
    line('P', 'How do you all handle a loss that was completely by the rules?'),
    line('R', 'Tick in the column “followed the plan”, close the laptop for ten minutes.'),
    line('D', 'complain here'),
    line(
      'M',
      'Those are the good losses. If you followed the plan and lost, the plan worked: it kept the loss at the size you chose in the morning. The dangerous ones are wins that broke the rules, because they teach you to break them again.',
      {
        repliesBack: 3,
        reactions: [
          ['P', '😍'],
          ['S', '👍'],
          ['L', '👍'],
          ['K', '👍'],
        ],
      },
    ),
    line('P', 'Needed that today. Thanks.'),
    line('S', 'Same.'),
  ],
  [
    line('K', 'Is there a list of what we should have done before the open?'),
    line(
      'M',
      'Mine, in this order:\n1. Calendar: reports, speeches, expirations.\n2. Overnight high and low of the index.\n3. Yesterday’s high, low, close.\n4. Three symbols, not ten. For each: level, direction, what proves me wrong.\n5. Maximum loss for the day, written down.\n6. Phone away.',
      {
        repliesBack: 1,
        reactions: [
          ['K', '😍'],
          ['S', '👍'],
          ['T', '👍'],
          ['L', '👍'],
          ['P', '👍'],
          ['R', '👍'],
        ],
      },
    ),
    line('T', 'Number 6 is the hard one'),
    line('S', 'says the man who answered from his phone within a minute', {
      repliesBack: 1,
      reactions: [
        ['T', '😂'],
        ['M', '😂'],
      ],
    }),
  ],
  [
    line(
      'D',
      'Spread question. If I buy the 170 call and sell the 175, my maximum is 5 minus what I paid, right?',
    ),
    line('M', 'Right, times the multiplier, and only at expiry. Before that you see part of it.', {
      repliesBack: 1,
    }),
    line('D', 'and the loss is what I paid, also right?'),
    line('M', 'Also right. Watch out for early assignment on the short one around ex-dividend days.'),
    line('R', 'Had that once. Wake up, short 100 shares, cold sweat.', {
      reactions: [
        ['D', '😢'],
        ['S', '😢'],
      ],
    }),
    line('S', 'What did you do?'),
    line(
      'R',
      'Exercised my long one. It was all defined, it just looked scary. That is why I like spreads now.',
      {
        repliesBack: 1,
        reactions: [
          ['M', '👍'],
          ['D', '👍'],
        ],
      },
    ),
  ],
  [
    line(
      'S',
      'Went through week 11 again, the part on vertical spreads makes much more sense the second time',
    ),
    line('M', 'It is meant to be seen twice. Once for the words, once for the numbers.'),
    line('L', 'Is there a worksheet for it?'),
    line('M', 'In the documents of the course, second file.', { repliesBack: 1, reactions: [['L', '👍']] }),
  ],
  [
    line(
      'T',
      'I noticed that the delta column in time & sales is the delta of one contract. How do I get from that to “how much stock is this”?',
    ),
    line(
      'M',
      'Delta times quantity times 100. 500 contracts at 0.40 behave like 20,000 shares at that moment. It changes as price moves, that is gamma.',
    ),
    line('T', 'So a 0.05 delta with 5,000 contracts is only like 25,000 shares.', {
      reactions: [['M', '👍']],
    }),
    line('S', 'And the premium on those is small too, looks huge on the tape and is not.', {
      reactions: [
        ['T', '👍'],
        ['M', '👍'],
      ],
    }),
    line('M', 'You two can take over the Thursday session.', {
      reactions: [
        ['S', '😂'],
        ['T', '😂'],
        ['K', '👍'],
        ['R', '👍'],
      ],
    }),
  ],
];
