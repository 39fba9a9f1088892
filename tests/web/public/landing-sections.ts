/** The headings of the landing page's sections. */
export const sections = [
  /Be ready before the opening bell/,
  /Prints from the exchanges/,
  /What changes is how you decide/,
  /70% of traders fail to make money/,
  /You sit down at 9:30/,
  /Seven days free/,
  /Ask before you join/,
  /Week by week/,
  'Who can join',
  'Meet your Mentors',
  'Overcoming Trading Challenges',
] as const;
