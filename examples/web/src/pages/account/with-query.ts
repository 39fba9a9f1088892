/** A page of the account with the query's redirect and tag kept (product.md 2). */
export function withQuery(path: string, query: URLSearchParams): string {
  const kept = query.toString();
  return kept === '' ? path : `${path}?${kept}`;
}
