// A browser may forget what the parts of a table are once they are laid out as blocks; said again, it does not.
/** A table may be a grid (ARIA in HTML). */
export const gridRole: { readonly role: 'grid' } = { role: 'grid' };
export const rowGroup: { readonly role: 'rowgroup' } = { role: 'rowgroup' };
export const gridRow: { readonly role: 'row' } = { role: 'row' };
export const columnHeader: { readonly role: 'columnheader' } = { role: 'columnheader' };
