/** Milliseconds until the object URL is revoked. Browsers may start to read it after the click, iOS after a question. */
const KEPT_FOR = 60_000;

/** Saves a blob as a file through the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
