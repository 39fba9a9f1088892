import type { Params } from './form.ts';
import type { Store } from './store.ts';

/** One call of the stand-in's API, inside its transaction. */
export interface Call {
  readonly store: Store;
  readonly params: Params;
  /** The id in the path; empty where the path has none. */
  readonly id: string;
  /** Unix seconds. */
  readonly now: number;
  /** Whether the caller has the publishable key only, as a browser does. */
  readonly publishable: boolean;
}

/** Answers a call with the object that its body shows. */
export type Handler = (call: Call) => Promise<object>;

/** A page of objects in the provider's list format. */
export function listOf(url: string, data: readonly object[], hasMore: boolean): object {
  return { object: 'list', url, has_more: hasMore, data };
}

/** The paging parameters that every list takes. */
export function readPaging(params: Params): { limit: number; startingAfter?: string } {
  const limit = params.integer('limit', 1, 100) ?? 10;
  const startingAfter = params.text('starting_after');
  return startingAfter === undefined ? { limit } : { limit, startingAfter };
}
