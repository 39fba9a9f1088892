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
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const names = new Set(files.map(({ name }) => name));
  const areNames = lines.every((line) => names.has(fileNameOf(line)));
  return areNames || (isLonePicture(html) && lines.length === 1 && isAddress(lines[0] ?? '')) ? pictures : [];
}

/** The name at the end of a path or a `file:` address. */
function fileNameOf(line: string): string {
  const path = line.trim();
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
