import type { Params } from './form.ts';
import type { ObjectKind } from './ids.ts';
import type { Store } from './store.ts';

/** One call of the API, inside its transaction. */
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

/** Handles a call and returns the object of the response. */
export type Handler = (call: Call) => Promise<object>;

/** Returns the handler that reads an object by the id in the path. */
export function retrieve(kind: ObjectKind): Handler {
  return ({ store, id }) => store.get(kind, id);
}

/** Returns a page of objects in Stripe's list format. */
export function listOf(url: string, data: readonly object[], hasMore: boolean): object {
  return { object: 'list', url, has_more: hasMore, data };
}

/** Reads the paging parameters of a list. */
export function readPaging(params: Params): { limit: number; startingAfter?: string } {
  const limit = params.integer('limit', 1, 100) ?? 10;
  const startingAfter = params.text('starting_after');
  return startingAfter === undefined ? { limit } : { limit, startingAfter };
}
