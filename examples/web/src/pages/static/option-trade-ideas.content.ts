/** Sample texts and numbers of the page 'Option Trade Ideas'; invented and labeled so. */

export const sampleIdea = [
  {
    at: '9:31 AM, at market open',
    lines: { title: 'SPY 580 call, this Friday', entry: '$3.10 to $3.20', stop: '$2.45', target: '$4.40' },
  },
  {
    at: '3:40 PM, before the close',
    lines: { title: 'NVDA 140 put, next Friday', entry: '$1.55 to $1.60', stop: '$1.15', target: '$2.30' },
  },
] as const;

export const sampleFlow = [
  { time: '9:30:04', contract: 'SPY 580 C', side: 'bought', size: '2,100', premium: '$651,000' },
  { time: '9:30:11', contract: 'SPY 578 P', side: 'sold', size: '900', premium: '$168,300' },
  { time: '9:30:27', contract: 'NVDA 145 C', side: 'bought', size: '1,150', premium: '$278,300' },
  { time: '9:30:44', contract: 'QQQ 505 C', side: 'bought', size: '760', premium: '$136,040' },
] as const;

/** A side as text, with a symbol besides its color. */
export const sideWords = { bought: '▲ Bought', sold: '▼ Sold' } as const;

/** The prices of the wallet's two options after the trial. */
export const walletPrices = [
  { term: 1, dollars: 50, per: 'month' },
  { term: 2, dollars: 450, per: 'year' },
] as const;

/** 1: monthly, 2: yearly. */
export type WalletTerm = (typeof walletPrices)[number]['term'];

/** Reads the `term` of the page's query; monthly by default. */
export function termNamed(name: string | null): WalletTerm {
  return name === 'yearly' ? 2 : 1;
}

/** Returns the path of the page with a term chosen. */
export function ideasPath(term: WalletTerm): string {
  return term === 2 ? '/old?term=yearly' : '/old';
}

/** The wallet's two options, with or without the free trial. */
export function walletOptions(hasTrial: boolean) {
  return walletPrices.map(({ term, dollars, per }) => ({
    value: term,
    label: hasTrial ? `7-day free trial, then $${dollars}/${per}` : `$${dollars}/${per}`,
  }));
}
