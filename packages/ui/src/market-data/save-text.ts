/** Saves a text as a file through the browser's download. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has started the download, so the URL can be revoked.
  URL.revokeObjectURL(url);
}
