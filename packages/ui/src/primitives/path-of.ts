/** Returns a URL without its query and hash, in which signatures are. */
export const pathOf = (url: string): string => url.replace(/[?#].*$/s, '');
