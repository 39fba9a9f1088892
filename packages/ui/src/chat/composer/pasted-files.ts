/** What a paste has, besides other types. */
export interface PastedItems {
  readonly files: readonly File[];
  /** `text/plain`, or empty. */
  readonly text: string;
  /** `text/html`, or empty. */
  readonly html: string;
}

/**
 * Returns the pictures to attach; none when the text is pasted. Pictures win over names of files, which a file manager copies
 * with them, and over the address and the markup of a copied picture. Any other text wins over its rendering as a picture.
 */
export function pastedFiles({ files, text, html }: PastedItems): readonly File[] {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  if (pictures.length === 0) return [];
  const lines = linesOf(text);
  const names = new Set(files.map(({ name }) => name.normalize('NFC')));
  const areNames = lines.every((line) => names.has(fileNameOf(line).normalize('NFC')));
  return areNames || (isLonePicture(html) && lines.length === 1 && isAddress(lines[0] ?? '')) ? pictures : [];
}

/** The lines of a text, which the Finder ends with CR, without the header that Nautilus puts before file addresses. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/^(?:x-special\/[\w-]+\r?\n)?(?:copy|cut)\r?\n(?=file:)/i, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '');
}

/** The name at the end of a path or a `file:` address. */
function fileNameOf(line: string): string {
  const path = line.trim().replace(/^(["'])(.*)\1$/, '$2');
  const name = path.split(/[/\\]/).at(-1) ?? '';
  if (!/^file:/i.test(path)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const isAddress = (line: string): boolean => /^(?:https?|blob|data):\S+$/i.test(line.trim());

/** Whether the markup is a picture alone. */
function isLonePicture(html: string): boolean {
  const words = html.replace(/<!--.*?-->|<[^>]*>/gs, '').trim();
  return words === '' && html.split(/<img[\s/]/i).length === 2;
}
