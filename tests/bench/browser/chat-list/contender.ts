import type { Message } from '@openbell/core/contract';

/** A chat's messages in a box, drawn by somebody's list. */
export interface ListContender {
  /** Takes the messages into the contender's own store: what is not measured. */
  prepare(messages: readonly Message[]): void | Promise<void>;
  /** Draws the list, opened at its end. */
  mount(host: HTMLElement): void;
  /** A message arrives, as it does in this contender's world. */
  append(message: Message): void;
  /** A page of older messages has been loaded. */
  prepend(messages: readonly Message[]): void;
  /** What scrolls. */
  readonly scroller: string;
  /** A row, with the room around it: what must be under every height of a list that is not blank. */
  readonly row: string;
}

export function found(host: ParentNode, selector: string): HTMLElement {
  const node = host.querySelector<HTMLElement>(selector);
  if (node === null) throw new Error(`There is no ${selector}`);
  return node;
}
