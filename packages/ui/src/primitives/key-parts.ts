/** Returns each part of a text with a React key: its offset in the text. */
export function keyParts<Part extends { readonly text: string }>(
  parts: readonly Part[],
): readonly { readonly part: Part; readonly key: number }[] {
  let key = 0;
  return parts.map((part) => {
    const keyed = { part, key };
    key += part.text.length;
    return keyed;
  });
}
