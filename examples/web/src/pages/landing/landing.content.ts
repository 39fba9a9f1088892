/** Texts of the landing page, separate from its components. */

/** An advisor on a messaging app; a fictional number. */
export const ADVISOR_URL = 'https://wa.me/13035550142';

export const figures = [
  { value: '4000+', label: 'learners' },
  { value: '4.8/5', label: 'average rating' },
  { value: '6 months', label: 'from first chart to own plan' },
] as const;

/** The exchanges whose trades the tape shows. */
export const exchanges = ['Cboe', 'NYSE Arca', 'Nasdaq PHLX', 'MIAX', 'BOX', 'MEMX'] as const;

/** The five features of the membership. */
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

/** The six challenge cards; the last two have the same title, as specified. */
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

/** The curriculum on an axis of 25 weeks. */
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

/** Before and after, line by line (the transformation section). */
export const transformation = [
  { from: 'A tip from a stranger', to: 'A setup that you can name' },
  { from: 'A stop that moves when the price does', to: 'A stop that is set before the entry' },
  { from: 'Green days and red days, no idea why', to: 'A journal that says why' },
  { from: 'Alone with the chart at the bell', to: 'In a room that says its reasons aloud' },
] as const;

/** The skills of a graduate. */
export const afterSixMonths = [
  {
    title: 'Read the first half hour',
    text: 'Levels, volume and flow on one page, before you touch the order ticket.',
  },
  {
    title: 'Size a trade by its loss',
    text: 'You start from what you can lose and work back to the number of contracts.',
  },
  {
    title: 'Scalp to a plan',
    text: 'Entry, stop and target written down; out when the plan says so, not when it hurts.',
  },
  {
    title: 'Review without excuses',
    text: 'A journal, a weekly look back, and a mentor who has read it.',
  },
] as const;

/** The mentors; invented and labeled so. */
export const mentors = [
  {
    picture: 'maya',
    name: 'Maya Okafor',
    text: 'Twenty years on the options floor, now teaching one setup at a time.',
  },
  {
    picture: 'theo',
    name: 'Theo Lindqvist',
    text: 'Scalps index options in the first hour and closes the book before lunch.',
  },
  {
    picture: 'ines',
    name: 'Inés Marchetti',
    text: 'Reads the order flow aloud, print by print, until you can do it alone.',
  },
  {
    picture: 'raymond',
    name: 'Raymond Cole',
    text: 'Seventeen years of keeping risk for a desk; he asks for your stop first.',
  },
] as const;

/** The lessons, each with a picture. */
export const lessons = [
  { picture: 'setups', title: 'Setups', text: 'What has to be true before a trade is one.' },
  {
    picture: 'strength',
    title: 'Relative strength index',
    text: 'When strength runs out, and when it only rests.',
  },
  { picture: 'steps', title: 'Step-pattern breakout', text: 'Higher shelves, and the one that gives way.' },
  { picture: 'sequence', title: 'Sequencing', text: 'Prints that belong together, read in their order.' },
  { picture: 'momentum', title: 'Momentum', text: 'Join late, leave early, and be content with the middle.' },
] as const;

/** 'Who can join': four personas. */
export const personas = [
  {
    picture: 'graduate',
    title: 'Recent graduates',
    text: 'A craft that is learned by doing, with somebody who corrects the first hundred tries.',
  },
  {
    picture: 'professional',
    title: 'Working professionals',
    text: 'Lessons for the evening, and trade ideas that fit between two meetings.',
  },
  {
    picture: 'parent',
    title: 'Stay-at-home parents',
    text: 'The first hour after the bell is enough; the recordings wait for the rest.',
  },
  {
    picture: 'retiree',
    title: 'Retirees',
    text: 'Defined risk first: what a position can lose is known before it is opened.',
  },
] as const;

/** Two testimonials, each with its video in public/films and a drawing of it. */
export const testimonials = [
  {
    name: 'Dana R.',
    rating: 5,
    still: 'steps',
    film: '/films/dana-r',
    text: 'I used to buy whatever was moving. Now I write down what I lose if I am wrong, and half of those trades are never placed. That alone was worth the six months.',
  },
  {
    name: 'Marcus T.',
    rating: 5,
    still: 'momentum',
    film: '/films/marcus-t',
    text: 'The mentors say why before they say what. When a setup failed we went through it on the next call, line by line, and nobody pretended.',
  },
] as const;
