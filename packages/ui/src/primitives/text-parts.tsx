'use client';

import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { wrapText } from './wrap-text.tsx';

/**
 * Replaces the `{placeholders}` of a text by elements, so that a sentence with a link stays one text of the catalogue:
 * `textParts('I agree to the {terms}.', { terms: <a href="/terms">terms</a> })`.
 */
export function textParts(text: string, parts: Readonly<Record<string, ReactNode>>): ReactElement {
  const pieces = text.split(/(\{\w+\})/).map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    return wrapText(name !== undefined && Object.hasOwn(parts, name) ? parts[name] : piece || null);
  });
  // Passed as arguments rather than as an array: the pieces never reorder, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}
