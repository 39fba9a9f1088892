/** Longer than any browser takes to begin reading what it was told to save (ms). */
const KEPT_FOR = 60_000;

/** Saves bytes that are here as a file of the person's, by the browser's own way. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
