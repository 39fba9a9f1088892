// Date formats in six time zones. Expected values are from Python's zoneinfo. Each zone needs its own process.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const instants = [
  // New York: 1:30 before the clocks go back,
  '2026-11-01T05:30:00Z',
  // and 1:30 after it.
  '2026-11-01T06:30:00Z',
  // New York, the last second before the hour that is skipped,
  '2026-03-08T06:59:59Z',
  // and the one after it.
  '2026-03-08T07:00:00Z',
  // The same in London,
  '2026-03-29T00:59:59Z',
  // a second later.
  '2026-03-29T01:00:00Z',
  // Lord Howe: the clocks go forward by half an hour.
  '2026-10-03T15:30:00Z',
  // The end of a month, and already the next month in the far east.
  '2026-01-31T11:30:00Z',
  // A leap day.
  '2028-02-29T12:00:00Z',
  // More seconds than 32 bits can hold.
  '2038-01-19T03:14:08Z',
  // The end of a year.
  '2026-12-31T23:59:59Z',
];
const formats = ['DD MMM YYYY hh:mm a', 'Do MMMM YYYY, hh:mm:ss a', 'MMMM Do YYYY, h:mm:ss A'];

/** By zone: each instant in the three formats. */
const golden: Readonly<Record<string, readonly string[]>> = {
  'America/New_York': [
    '01 Nov 2026 01:30 am | 1st November 2026, 01:30:00 am | November 1st 2026, 1:30:00 AM',
    '01 Nov 2026 01:30 am | 1st November 2026, 01:30:00 am | November 1st 2026, 1:30:00 AM',
    '08 Mar 2026 01:59 am | 8th March 2026, 01:59:59 am | March 8th 2026, 1:59:59 AM',
    '08 Mar 2026 03:00 am | 8th March 2026, 03:00:00 am | March 8th 2026, 3:00:00 AM',
    '28 Mar 2026 08:59 pm | 28th March 2026, 08:59:59 pm | March 28th 2026, 8:59:59 PM',
    '28 Mar 2026 09:00 pm | 28th March 2026, 09:00:00 pm | March 28th 2026, 9:00:00 PM',
    '03 Oct 2026 11:30 am | 3rd October 2026, 11:30:00 am | October 3rd 2026, 11:30:00 AM',
    '31 Jan 2026 06:30 am | 31st January 2026, 06:30:00 am | January 31st 2026, 6:30:00 AM',
    '29 Feb 2028 07:00 am | 29th February 2028, 07:00:00 am | February 29th 2028, 7:00:00 AM',
    '18 Jan 2038 10:14 pm | 18th January 2038, 10:14:08 pm | January 18th 2038, 10:14:08 PM',
    '31 Dec 2026 06:59 pm | 31st December 2026, 06:59:59 pm | December 31st 2026, 6:59:59 PM',
  ],
  'Europe/London': [
    '01 Nov 2026 05:30 am | 1st November 2026, 05:30:00 am | November 1st 2026, 5:30:00 AM',
    '01 Nov 2026 06:30 am | 1st November 2026, 06:30:00 am | November 1st 2026, 6:30:00 AM',
    '08 Mar 2026 06:59 am | 8th March 2026, 06:59:59 am | March 8th 2026, 6:59:59 AM',
    '08 Mar 2026 07:00 am | 8th March 2026, 07:00:00 am | March 8th 2026, 7:00:00 AM',
    '29 Mar 2026 12:59 am | 29th March 2026, 12:59:59 am | March 29th 2026, 12:59:59 AM',
    '29 Mar 2026 02:00 am | 29th March 2026, 02:00:00 am | March 29th 2026, 2:00:00 AM',
    '03 Oct 2026 04:30 pm | 3rd October 2026, 04:30:00 pm | October 3rd 2026, 4:30:00 PM',
    '31 Jan 2026 11:30 am | 31st January 2026, 11:30:00 am | January 31st 2026, 11:30:00 AM',
    '29 Feb 2028 12:00 pm | 29th February 2028, 12:00:00 pm | February 29th 2028, 12:00:00 PM',
    '19 Jan 2038 03:14 am | 19th January 2038, 03:14:08 am | January 19th 2038, 3:14:08 AM',
    '31 Dec 2026 11:59 pm | 31st December 2026, 11:59:59 pm | December 31st 2026, 11:59:59 PM',
  ],
  'Asia/Kolkata': [
    '01 Nov 2026 11:00 am | 1st November 2026, 11:00:00 am | November 1st 2026, 11:00:00 AM',
    '01 Nov 2026 12:00 pm | 1st November 2026, 12:00:00 pm | November 1st 2026, 12:00:00 PM',
    '08 Mar 2026 12:29 pm | 8th March 2026, 12:29:59 pm | March 8th 2026, 12:29:59 PM',
    '08 Mar 2026 12:30 pm | 8th March 2026, 12:30:00 pm | March 8th 2026, 12:30:00 PM',
    '29 Mar 2026 06:29 am | 29th March 2026, 06:29:59 am | March 29th 2026, 6:29:59 AM',
    '29 Mar 2026 06:30 am | 29th March 2026, 06:30:00 am | March 29th 2026, 6:30:00 AM',
    '03 Oct 2026 09:00 pm | 3rd October 2026, 09:00:00 pm | October 3rd 2026, 9:00:00 PM',
    '31 Jan 2026 05:00 pm | 31st January 2026, 05:00:00 pm | January 31st 2026, 5:00:00 PM',
    '29 Feb 2028 05:30 pm | 29th February 2028, 05:30:00 pm | February 29th 2028, 5:30:00 PM',
    '19 Jan 2038 08:44 am | 19th January 2038, 08:44:08 am | January 19th 2038, 8:44:08 AM',
    '01 Jan 2027 05:29 am | 1st January 2027, 05:29:59 am | January 1st 2027, 5:29:59 AM',
  ],
  'Australia/Lord_Howe': [
    '01 Nov 2026 04:30 pm | 1st November 2026, 04:30:00 pm | November 1st 2026, 4:30:00 PM',
    '01 Nov 2026 05:30 pm | 1st November 2026, 05:30:00 pm | November 1st 2026, 5:30:00 PM',
    '08 Mar 2026 05:59 pm | 8th March 2026, 05:59:59 pm | March 8th 2026, 5:59:59 PM',
    '08 Mar 2026 06:00 pm | 8th March 2026, 06:00:00 pm | March 8th 2026, 6:00:00 PM',
    '29 Mar 2026 11:59 am | 29th March 2026, 11:59:59 am | March 29th 2026, 11:59:59 AM',
    '29 Mar 2026 12:00 pm | 29th March 2026, 12:00:00 pm | March 29th 2026, 12:00:00 PM',
    '04 Oct 2026 02:30 am | 4th October 2026, 02:30:00 am | October 4th 2026, 2:30:00 AM',
    '31 Jan 2026 10:30 pm | 31st January 2026, 10:30:00 pm | January 31st 2026, 10:30:00 PM',
    '29 Feb 2028 11:00 pm | 29th February 2028, 11:00:00 pm | February 29th 2028, 11:00:00 PM',
    '19 Jan 2038 02:14 pm | 19th January 2038, 02:14:08 pm | January 19th 2038, 2:14:08 PM',
    '01 Jan 2027 10:59 am | 1st January 2027, 10:59:59 am | January 1st 2027, 10:59:59 AM',
  ],
  'Pacific/Kiritimati': [
    '01 Nov 2026 07:30 pm | 1st November 2026, 07:30:00 pm | November 1st 2026, 7:30:00 PM',
    '01 Nov 2026 08:30 pm | 1st November 2026, 08:30:00 pm | November 1st 2026, 8:30:00 PM',
    '08 Mar 2026 08:59 pm | 8th March 2026, 08:59:59 pm | March 8th 2026, 8:59:59 PM',
    '08 Mar 2026 09:00 pm | 8th March 2026, 09:00:00 pm | March 8th 2026, 9:00:00 PM',
    '29 Mar 2026 02:59 pm | 29th March 2026, 02:59:59 pm | March 29th 2026, 2:59:59 PM',
    '29 Mar 2026 03:00 pm | 29th March 2026, 03:00:00 pm | March 29th 2026, 3:00:00 PM',
    '04 Oct 2026 05:30 am | 4th October 2026, 05:30:00 am | October 4th 2026, 5:30:00 AM',
    '01 Feb 2026 01:30 am | 1st February 2026, 01:30:00 am | February 1st 2026, 1:30:00 AM',
    '01 Mar 2028 02:00 am | 1st March 2028, 02:00:00 am | March 1st 2028, 2:00:00 AM',
    '19 Jan 2038 05:14 pm | 19th January 2038, 05:14:08 pm | January 19th 2038, 5:14:08 PM',
    '01 Jan 2027 01:59 pm | 1st January 2027, 01:59:59 pm | January 1st 2027, 1:59:59 PM',
  ],
  'Etc/GMT+12': [
    '31 Oct 2026 05:30 pm | 31st October 2026, 05:30:00 pm | October 31st 2026, 5:30:00 PM',
    '31 Oct 2026 06:30 pm | 31st October 2026, 06:30:00 pm | October 31st 2026, 6:30:00 PM',
    '07 Mar 2026 06:59 pm | 7th March 2026, 06:59:59 pm | March 7th 2026, 6:59:59 PM',
    '07 Mar 2026 07:00 pm | 7th March 2026, 07:00:00 pm | March 7th 2026, 7:00:00 PM',
    '28 Mar 2026 12:59 pm | 28th March 2026, 12:59:59 pm | March 28th 2026, 12:59:59 PM',
    '28 Mar 2026 01:00 pm | 28th March 2026, 01:00:00 pm | March 28th 2026, 1:00:00 PM',
    '03 Oct 2026 03:30 am | 3rd October 2026, 03:30:00 am | October 3rd 2026, 3:30:00 AM',
    '30 Jan 2026 11:30 pm | 30th January 2026, 11:30:00 pm | January 30th 2026, 11:30:00 PM',
    '29 Feb 2028 12:00 am | 29th February 2028, 12:00:00 am | February 29th 2028, 12:00:00 AM',
    '18 Jan 2038 03:14 pm | 18th January 2038, 03:14:08 pm | January 18th 2038, 3:14:08 PM',
    '31 Dec 2026 11:59 am | 31st December 2026, 11:59:59 am | December 31st 2026, 11:59:59 AM',
  ],
};

const amounts = [0, -0, 0.1 + 0.2, 49.9, 499, 1_234_567.891, -100, 1e9, 0.004];
const money = [
  '$0.00',
  '$0.00',
  '$0.30',
  '$49.90',
  '$499.00',
  '$1,234,567.89',
  '-$100.00',
  '$1,000,000,000.00',
  '$0.00',
];

const script = `
  const { formatInstant } = await import(process.argv[1]);
  const { formatDollars } = await import(process.argv[2]);
  const { instants, formats, amounts } = JSON.parse(process.argv[3]);
  // JSON has no -0, so it is created here.
  const dollars = amounts.map((amount) => formatDollars(amount === 'minus zero' ? -0 : amount));
  const dates = instants.map((at) => formats.map((format) => formatInstant(at, format)).join(' | '));
  console.log(JSON.stringify({ dates, dollars }));`;
const core = (file: string) => join(import.meta.dirname, '../../../packages/core/src', file);

/** The output of a process in this zone, with a locale that formats dates and money differently. */
async function printedIn(zone: string): Promise<{ dates: string[]; dollars: string[] }> {
  const input = {
    instants,
    formats,
    amounts: amounts.map((amount) => (Object.is(amount, -0) ? 'minus zero' : amount)),
  };
  const files = [core('shared/dates.ts'), core('billing/display.ts')];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...['--conditions=@openbell/source', '--input-type=module', '--eval', script],
      ...[...files, JSON.stringify(input)],
    ],
    { env: { ...process.env, TZ: zone, LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', NODE_OPTIONS: '' } },
  );
  return JSON.parse(stdout);
}

test.each(Object.keys(golden))('formats dates and money in %s as expected', async (zone) => {
  const printed = await printedIn(zone);
  expect(printed.dates).toEqual(golden[zone]);
  expect(printed.dollars).toEqual(money);
});
