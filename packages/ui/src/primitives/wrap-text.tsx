'use client';

import { Children, type ReactNode } from 'react';

/** A node that is no bare text. */
export type WrappedNode = Exclude<ReactNode, string | number | bigint>;

/**
 * Puts the texts of a slot into elements. Browsers that translate a page replace text nodes, and React then fails to
 * remove a replaced one, or to insert a sibling before it.
 */
export function wrapText(node: ReactNode): WrappedNode {
  return Array.isArray(node) ? Children.map(node, wrapOne) : wrapOne(node);
}

function wrapOne(node: ReactNode): WrappedNode {
  return typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint' ? (
    <span>{node}</span>
  ) : (
    node
  );
}
