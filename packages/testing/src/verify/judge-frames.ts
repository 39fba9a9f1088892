// Judges the frames of both sockets. Pure.

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

/** Parses JSON text; undefined for binary frames and invalid JSON. */
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

/** Parses a frame like the client; null when the client ignores it. */
export function readMemberFrame(text: string | null): MemberServerFrame | null {
  const reading = readWire(memberServerFrameSchema, parsed(text));
  return reading.ok ? reading.value : null;
}

/** Differences of a member socket frame from the contract; each path starts with the frame's type. */
export function judgeMemberFrame(text: string | null): readonly Difference[] {
  const json = parsed(text);
  if (json === undefined) return [noJson(text)];
  const differences = findDifferences(memberServerFrameSchema, json);
  const { type } = (json ?? {}) as { readonly type?: unknown };
  // An unknown type is not added to the path, because only `got` is checked for secrets.
  const isNamed = typeof type === 'string' && differences.every(({ path }) => path !== '$.type');
  return isNamed
    ? differences.map((difference) => ({ ...difference, path: `${type} ${difference.path}` }))
    : differences;
}

/** The content of an options feed frame. */
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

/** Ignores events of other kinds, like the client. */
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
    ...semanticDifferences(event as Readonly<Record<string, unknown>>, path),
  ];
  return { status: null, isTrade: true, differences };
}

/** The years 2001 to 2286 in milliseconds: times in seconds or nanoseconds are outside. */
const [firstMs, lastMs] = [1e12, 1e13];

/** Checks the symbol and the unit of the time, which the schema does not. */
function semanticDifferences(
  { sym, t }: Readonly<Record<string, unknown>>,
  path: string,
): readonly Difference[] {
  const isSymbol = typeof sym !== 'string' || parseOptionSymbol(sym) !== null;
  const isTime = typeof t !== 'number' || (t >= firstMs && t < lastMs);
  return [
    ...(isSymbol
      ? []
      : [{ path: `${path}.sym`, expected: 'an option, like O:AAPL251219C00150000', got: sym }]),
    ...(isTime ? [] : [{ path: `${path}.t`, expected: 'unix milliseconds', got: t }]),
  ];
}
