/** One trade of the recorded minute. */
export interface TapePrint {
  readonly time: string;
  readonly contract: string;
  readonly side: 'bought' | 'sold';
  readonly size: number;
  /** Premium in dollars: price × size × 100. */
  readonly premium: number;
}

function print(
  second: number,
  contract: string,
  side: TapePrint['side'],
  size: number,
  price: number,
): TapePrint {
  const time = `09:30:${String(second).padStart(2, '0')}`;
  return { time, contract, side, size, premium: Math.round(price * size * 100) };
}

/** The first minute after the opening bell, as Trade Flash would show it. Invented, and labeled as a recording. */
export const recordedMinute: readonly TapePrint[] = [
  print(1, 'SPY 580C', 'bought', 420, 3.15),
  print(3, 'NVDA 145C', 'bought', 1150, 2.42),
  print(4, 'TSLA 340P', 'sold', 260, 6.8),
  print(6, 'AAPL 230C', 'bought', 310, 1.94),
  print(8, 'QQQ 500P', 'bought', 540, 2.66),
  print(11, 'AMD 140C', 'sold', 780, 1.12),
  print(12, 'SPY 578P', 'sold', 900, 1.87),
  print(15, 'META 600C', 'bought', 150, 8.35),
  print(18, 'AMZN 210C', 'bought', 640, 2.05),
  print(20, 'NVDA 140P', 'sold', 1300, 1.58),
  print(23, 'MSFT 430C', 'bought', 220, 3.7),
  print(25, 'IWM 228P', 'bought', 1800, 0.94),
  print(27, 'TSLA 350C', 'bought', 510, 5.1),
  print(31, 'GOOGL 180C', 'sold', 330, 2.21),
  print(34, 'SPY 582C', 'bought', 2100, 1.48),
  print(36, 'XLF 50C', 'bought', 2600, 0.41),
  print(39, 'NFLX 880P', 'sold', 120, 11.2),
  print(42, 'AAPL 225P', 'sold', 450, 1.33),
  print(44, 'NVDA 150C', 'bought', 3200, 0.98),
  print(47, 'COIN 310C', 'bought', 280, 7.45),
  print(50, 'QQQ 505C', 'sold', 760, 1.79),
  print(53, 'DIS 115C', 'bought', 590, 1.06),
  print(55, 'SPY 575P', 'bought', 1500, 1.21),
  print(58, 'AMD 145C', 'bought', 980, 0.87),
];
