// Names of the options feed's condition and exchange ids: OPRA's letters as 201 to 248. Unknown ids are shown as numbers,
// so that new venues and conditions do not break a tape.

const conditions: Readonly<Record<number, string>> = {
  201: 'Canceled',
  202: 'Late and Out Of Sequence',
  203: 'Last and Canceled',
  204: 'Late',
  205: 'Opening Trade and Canceled',
  206: 'Opening Trade, Late, and Out Of Sequence',
  207: 'Only Trade and Canceled',
  208: 'Opening Trade and Late',
  209: 'Automatic Execution',
  210: 'Reopening Trade',
  219: 'Intermarket Sweep Order',
  227: 'Single Leg Auction Non ISO',
  228: 'Single Leg Auction ISO',
  229: 'Single Leg Cross Non ISO',
  230: 'Single Leg Cross ISO',
  231: 'Single Leg Floor Trade',
  232: 'Multi Leg auto-electronic trade',
  233: 'Multi Leg Auction',
  234: 'Multi Leg Cross',
  235: 'Multi Leg floor trade',
  236: 'Multi Leg auto-electronic trade against single leg(s)',
  237: 'Stock Options Auction',
  238: 'Multi Leg Auction against single leg(s)',
  239: 'Multi Leg floor trade against single leg(s)',
  240: 'Stock Options auto-electronic trade',
  241: 'Stock Options Cross',
  242: 'Stock Options floor trade',
  243: 'Stock Options auto-electronic trade against single leg(s)',
  244: 'Stock Options Auction against single leg(s)',
  245: 'Stock Options floor trade against single leg(s)',
  246: 'Multi Leg Floor Trade of Proprietary Products',
  247: 'Multilateral Compression Trade of Proprietary Products',
  248: 'Extended Hours Trade',
};

const exchanges: Readonly<Record<number, string>> = {
  300: 'NYSE American Options',
  301: 'BOX Options',
  302: 'Cboe Options Exchange',
  303: 'MIAX Emerald',
  304: 'Cboe EDGX Options',
  307: 'Nasdaq GEMX',
  308: 'Nasdaq ISE',
  309: 'Nasdaq MRX',
  312: 'MIAX Options',
  313: 'NYSE Arca Options',
  314: 'OPRA',
  315: 'MIAX Pearl',
  316: 'Nasdaq Options Market',
  319: 'Nasdaq BX Options',
  322: 'Cboe C2 Options',
  323: 'Nasdaq PHLX',
  325: 'Cboe BZX Options',
};

/** Conditions that cancel an earlier trade: canceled, last, opening and only trade. */
export const cancelConditions: ReadonlySet<number> = new Set([201, 203, 205, 207]);

/** Conditions of late and out-of-sequence trades. */
export const lateConditions: ReadonlySet<number> = new Set([202, 204, 206, 208]);

/** Returns the name of a trade condition, or `Condition <id>`. */
export function conditionName(id: number): string {
  return conditions[id] ?? `Condition ${id}`;
}

/** Returns the name of an options exchange, or `Exchange <id>`. */
export function exchangeName(id: number): string {
  return exchanges[id] ?? `Exchange ${id}`;
}
