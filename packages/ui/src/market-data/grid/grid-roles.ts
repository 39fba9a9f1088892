// Browsers drop table semantics when a table's parts are laid out as blocks; explicit roles keep them.
/** A table may be a grid (ARIA in HTML). */
export const gridRole: { readonly role: 'grid' } = { role: 'grid' };
export const rowGroup: { readonly role: 'rowgroup' } = { role: 'rowgroup' };
/** Cells are text nodes that are written again: a translated one would keep an old price. */
export const bodyGroup: { readonly role: 'rowgroup'; readonly translate: 'no' } = {
  role: 'rowgroup',
  translate: 'no',
};
export const gridRow: { readonly role: 'row' } = { role: 'row' };
export const columnHeader: { readonly role: 'columnheader' } = { role: 'columnheader' };
