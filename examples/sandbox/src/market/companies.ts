import { tickerKey, underlyingOf } from '@openbell/core/option-symbol';
import { COMPANY_TABLE } from './company-table.ts';

const EXCHANGES = ['XNAS', 'XNYS', 'ARCX', 'XCBO'] as const;

/** One underlying of the simulated market. Public facts are as of late 2025; prices and volumes are only plausible. */
export interface Company {
  readonly ticker: string;
  /** The root of its option symbols: the ticker's key. */
  readonly root: string;
  readonly name: string;
  readonly market: 'stocks' | 'indices';
  /** MIC of the primary exchange. */
  readonly exchange: (typeof EXCHANGES)[number];
  /** The price around which the simulation moves, in dollars. */
  readonly price: number;
  /** Yearly volatility as a fraction. */
  readonly volatility: number;
  readonly dividendYield: number;
  /** Its part of all option trades, against the others'; 0 for one without trades. */
  readonly weight: number;
  /** Millions of shares a day; 0 for an index. */
  readonly shareVolume: number;
  /** Dollars in billions; null for a fund or an index. */
  readonly marketCap: number | null;
  /** Has options that expire every day. */
  readonly daily: boolean;
  readonly address: readonly [address1: string, city: string, state: string, postalCode: string];
  readonly phone: string;
  readonly homepage: string;
  readonly description: string;
}

function read(line: string): Company {
  const cells = line.split(' | ');
  const text = (at: number): string => {
    const cell = cells[at];
    if (cell === undefined || cell === '') throw new TypeError(`company table: no column ${at} in ${line}`);
    return cell;
  };
  const textOrNone = (at: number): string => (text(at) === '-' ? '' : text(at));
  const number = (at: number): number => {
    const value = Number(text(at));
    if (!Number.isFinite(value)) throw new TypeError(`company table: column ${at} is no number in ${line}`);
    return value;
  };
  const fund = text(8) === '-';
  const exchange = EXCHANGES.find((mic) => mic === text(2));
  if (exchange === undefined) throw new TypeError(`company table: unknown exchange in ${line}`);
  return {
    ticker: text(0),
    root: tickerKey(text(0)),
    name: text(1),
    market: text(0).startsWith('I:') ? 'indices' : 'stocks',
    exchange,
    price: number(3),
    volatility: number(4),
    dividendYield: number(5),
    weight: number(6),
    shareVolume: number(7),
    marketCap: fund ? null : number(8),
    daily: fund,
    address: [textOrNone(9), textOrNone(10), textOrNone(11), textOrNone(12)],
    phone: textOrNone(13),
    homepage: textOrNone(14),
    description: text(15),
  };
}

/** The underlyings of the simulated market. */
export const COMPANIES: readonly Company[] = COMPANY_TABLE.trim().split('\n').map(read);

const byRoot = new Map(COMPANIES.map((company) => [company.root, company]));

/** The underlying with this ticker, however it is spelled, if the simulated market has it. */
export function companyOf(ticker: string): Company | undefined {
  return byRoot.get(underlyingOf(ticker));
}
