// Pure: what the frames of the two sockets show.

import {
  type FeedStatusEvent,
  feedStatusEventSchema,
  feedTradeEventSchema,
  type MemberServerFrame,
  memberServerFrameSchema,
  readWire,
} from '@openbell/core/contract';
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { type Difference, findDifferences } from './differences.ts';

/** Binary frames and what is no JSON are undefined. */
function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const noJson = (text: string | null): Difference => ({
  path: '$',
  expected: 'JSON text',
  got: text === null ? 'a binary frame' : 'no JSON',
});

/** A frame as the client reads it; null where it would only be logged. */
export function readMemberFrame(text: string | null): MemberServerFrame | null {
  const reading = readWire(memberServerFrameSchema, parsed(text));
  return reading.ok ? reading.value : null;
}

/** Where a frame of the member socket is not as the contract has it; a path begins with the frame's type. */
export function judgeMemberFrame(text: string | null): readonly Difference[] {
  const json = parsed(text);
  if (json === undefined) return [noJson(text)];
  const differences = findDifferences(memberServerFrameSchema, json);
  const { type } = (json ?? {}) as { readonly type?: unknown };
  // A type that is none of the contract's stands in the difference itself, where secrets are looked for.
  const isNamed = typeof type === 'string' && differences.every(({ path }) => path !== '$.type');
  return isNamed
    ? differences.map((difference) => ({ ...difference, path: `${type} ${difference.path}` }))
    : differences;
}

/** What a frame of the options feed says. */
export interface FeedFrame {
  readonly statuses: readonly FeedStatusEvent[];
  readonly trades: number;
  readonly differences: readonly Difference[];
}

export function judgeFeedFrame(text: string | null): FeedFrame {
  const json = parsed(text);
  if (json === undefined) return { statuses: [], trades: 0, differences: [noJson(text)] };
  const isList = Array.isArray(json);
  const events: readonly unknown[] = isList ? json : [json];
  const read = events.map((event, at) => judgeEvent(event, isList ? `$[${at}]` : '$'));
  return {
    statuses: read.flatMap(({ status }) => status ?? []),
    trades: read.filter(({ isTrade }) => isTrade).length,
    differences: [
      ...(isList ? [] : [{ path: '$', expected: 'a list of events', got: json }]),
      ...read.flatMap(({ differences }) => differences),
    ],
  };
}

interface EventReading {
  readonly status: FeedStatusEvent | null;
  readonly isTrade: boolean;
  readonly differences: readonly Difference[];
}

/** Events of other kinds are left alone, as the client does. */
function judgeEvent(event: unknown, path: string): EventReading {
  const { ev } = (event ?? {}) as { readonly ev?: unknown };
  if (ev === 'status') {
    const reading = readWire(feedStatusEventSchema, event);
    const differences = findDifferences(feedStatusEventSchema, event, path);
    return { status: reading.ok ? reading.value : null, isTrade: false, differences };
  }
  if (ev !== 'T') {
    const differences = typeof ev === 'string' ? [] : [{ path: `${path}.ev`, expected: 'text', got: ev }];
    return { status: null, isTrade: false, differences };
  }
  const differences = [
    ...findDifferences(feedTradeEventSchema, event, path),
    ...beyondSchema(event as Readonly<Record<string, unknown>>, path),
  ];
  return { status: null, isTrade: true, differences };
}

/** Years 2001 to 2286 in milliseconds; seconds and nanoseconds are far outside. */
const [firstMs, lastMs] = [1e12, 1e13];

/** A symbol that does not parse is skipped by the client, and a time of another unit is shown as it is. */
function beyondSchema({ sym, t }: Readonly<Record<string, unknown>>, path: string): readonly Difference[] {
  const isSymbol = typeof sym !== 'string' || parseOptionSymbol(sym) !== null;
  const isTime = typeof t !== 'number' || (t >= firstMs && t < lastMs);
  return [
    ...(isSymbol
      ? []
      : [{ path: `${path}.sym`, expected: 'an option, like O:AAPL251219C00150000', got: sym }]),
    ...(isTime ? [] : [{ path: `${path}.t`, expected: 'unix milliseconds', got: t }]),
  ];
}
