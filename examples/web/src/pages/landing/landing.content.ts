/** The landing page's own words (product.md 1 and 9): marketing copy, kept apart from how it is drawn. */

/** An advisor on a messaging app; a number of the range kept for examples. */
export const ADVISOR_URL = 'https://wa.me/13035550142';

export const figures = [
  { value: '4000+', label: 'learners' },
  { value: '4.8/5', label: 'average rating' },
  { value: '6 months', label: 'from first chart to own plan' },
] as const;

/** Where the trades on the tape are printed. */
export const exchanges = ['Cboe', 'NYSE Arca', 'Nasdaq PHLX', 'MIAX', 'BOX', 'MEMX'] as const;

/** The five features of the offer (product.md 1). */
export const features = [
  {
    figure: '14+',
    unit: 'hours',
    title: 'On-demand content',
    text: 'Lessons to take at your own pace, and to come back to.',
  },
  {
    figure: '85+',
    unit: 'hours',
    title: 'Live interactive sessions',
    text: 'Ask while the chart is on the screen.',
    soon: true,
  },
  {
    figure: '100+',
    unit: 'hours',
    title: 'Live trading sessions',
    text: 'Watch decisions being made, with the reasons said aloud.',
    soon: true,
  },
  {
    figure: '1:1',
    unit: '',
    title: 'Coaching',
    text: 'A mentor who looks at your trades, not at trades in general.',
  },
  {
    figure: 'App',
    unit: '',
    title: 'Chat group',
    text: 'Members and mentors in one place, from the bell to the close.',
  },
] as const;

/** The six hurdle cards; the last two carry one title, as specified. */
export const challenges = [
  {
    icon: 'volatility',
    title: 'Fear of market volatility',
    text: 'Size and stops decided before the swing.',
  },
  {
    icon: 'search',
    title: 'Difficulty identifying profitable trades',
    text: 'Five named setups, each with its conditions.',
  },
  { icon: 'uneven', title: 'Inconsistent results', text: 'A journal, and somebody who reads it with you.' },
  { icon: 'shield', title: 'Lack of risk management', text: 'Entry, stop loss and target on every idea.' },
  {
    icon: 'book',
    title: 'Inadequate knowledge and skills',
    text: 'Technical analysis from the first candle on.',
  },
  {
    icon: 'practice',
    title: 'Inadequate knowledge and skills',
    text: 'Practice on live sessions until it is a habit.',
  },
] as const;

/** The curriculum: weeks on an axis of 25. */
export const journey = [
  {
    weeks: 'Weeks 1–6',
    title: 'Technical analysis',
    text: 'Setups, relative strength, the step-pattern breakout.',
  },
  {
    weeks: 'Week 7',
    title: 'Flow theory',
    text: 'Sequencing, dark pool and in-the-money flow.',
  },
  { weeks: 'Weeks 8–12', title: 'Options strategies', text: 'Spreads, scalps, and when to stand aside.' },
  { weeks: 'Weeks 13–16', title: 'Currency and commodity trading', text: 'What moves before equities do.' },
  {
    weeks: 'Weeks 17–25',
    title: 'Trading strategies',
    text: 'Momentum, sequencing, and a plan of your own.',
  },
] as const;
