'use client';

import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Replaces the `{placeholders}` of a text by elements, so that a sentence with a link stays one text of the catalogue:
 * `textParts('I agree to the {terms}.', { terms: <a href="/terms">terms</a> })`.
 */
export function textParts(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  const pieces = text.split(/(\{\w+\})/).map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    return name !== undefined && Object.hasOwn(parts, name) ? parts[name] : piece;
  });
  // Passed as arguments rather than as an array: the pieces never reorder, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}
