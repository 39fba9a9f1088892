'use client';

import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Puts elements into the `{places}` of a text, so that a sentence with a link in it stays one text of the catalogue:
 * `textParts('I agree to the {terms}.', { terms: <a href="/terms">terms</a> })`.
 */
export function textParts(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  const pieces = text.split(/(\{\w+\})/).map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    return name !== undefined && Object.hasOwn(parts, name) ? parts[name] : piece;
  });
  // As arguments, not as a list: the pieces of a text never change places, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}
