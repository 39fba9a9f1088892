import type { Message } from '@openbell/core/contract';

/** A chat list of one library. */
export interface ListContender {
  /** Loads the messages into the contender's store. Not measured. */
  prepare(messages: readonly Message[]): void | Promise<void>;
  /** Renders the list, scrolled to its end. */
  mount(host: HTMLElement): void;
  /** Adds a new message in the way that the library documents. */
  append(message: Message): void;
  /** Prepends a page of older messages. */
  prepend(messages: readonly Message[]): void;
  /** Selector of the scroll container. */
  readonly scroller: string;
  /** Selector of a row including its margins. A list without gaps has one at every position. */
  readonly row: string;
}

export function found(host: ParentNode, selector: string): HTMLElement {
  const node = host.querySelector<HTMLElement>(selector);
  if (node === null) throw new Error(`${selector} was not found`);
  return node;
}
