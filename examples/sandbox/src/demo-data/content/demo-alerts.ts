// The demo's alerts, newest first: what a subscriber would have got over two weeks. Invented, and marked so.

export interface DemoAlert {
  readonly message: string;
  /** Minutes before the demo data was written. */
  readonly minutesAgo: number;
}

/** The alert that anybody may open. */
export const DEMO_ALERT_CODE = 'demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60';

const DAY = 24 * 60;

const ideas: readonly [ticker: string, text: string][] = [
  ['SPY', 'Call 1 strike out. Entry 2.15, stop loss 1.60, target 3.20. Above the opening range only.'],
  ['QQQ', 'Put at the money. Entry 3.05, stop loss 2.40, target 4.60. Off when the gap is filled.'],
  ['AAPL', 'Call 2 weeks out. Entry 4.40, stop loss 3.50, target 6.20. Half size: earnings on Thursday.'],
  ['NVDA', 'No trade. The range of the first fifteen minutes is wider than the plan allows.'],
  ['MSFT', 'Call spread. Entry 1.85, stop loss 1.10, target 3.40. Close before 3:30 PM.'],
  ['IWM', 'Put 1 strike out. Entry 1.20, stop loss 0.85, target 1.95. Step failed at the retest.'],
  ['TSLA', 'Closed at target. What was a stop is now a profit; nothing to chase.'],
  ['AMD', 'Stopped out. The plan was kept, and that is the part we grade.'],
];

/** Two an open day: one at the open, one before the close. */
export const demoAlerts: readonly DemoAlert[] = Array.from({ length: 23 }, (_, index) => {
  const [ticker, text] = ideas[index % ideas.length] ?? ideas[0] ?? ['', ''];
  return {
    message: `${ticker}: ${text} (Sample idea)`,
    minutesAgo: 14 + Math.floor(index / 2) * DAY + (index % 2) * 375,
  };
});
