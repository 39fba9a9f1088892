/** Saves a text as a file of the person's, by the browser's own download. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; the address is not needed any longer.
  URL.revokeObjectURL(url);
}
