// A browser may forget what the parts of a table are once they are laid out as blocks; said again, it does not.
export const rowGroup: { readonly role: 'rowgroup' } = { role: 'rowgroup' };
export const gridRow: { readonly role: 'row' } = { role: 'row' };
export const columnHeader: { readonly role: 'columnheader' } = { role: 'columnheader' };
export const gridCell: { readonly role: 'gridcell' } = { role: 'gridcell' };
