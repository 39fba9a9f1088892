/** Milliseconds until the object URL is revoked; browsers start reading it well before that. */
const KEPT_FOR = 60_000;

/** Saves a blob as a file through the browser's download. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
