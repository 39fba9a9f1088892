// The ids of rules in the title of a test: `counts down from 60 [otp.countdown-60] [otp.countdown-ticks]`.

const idPattern = String.raw`\[[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*\]`;
const ending = new RegExp(`(?: ${idPattern})+$`);
/** A title with ids in a source file: from its opening quote, when that is in the same line, to its closing one. */
const written = new RegExp(
  String.raw`(?:(['"${'`'}])((?:\\.|(?!\1)[^\\\n])*?))?((?: ${idPattern})+)(?=['"${'`'}])`,
  'g',
);

export interface Title {
  /** Without its ids. */
  readonly title: string;
  readonly ids: readonly string[];
}

function idsIn(text: string): string[] {
  return text
    .trim()
    .split(' ')
    .map((id) => id.slice(1, -1));
}

/** The title without its ids, and the ids. */
export function readTitle(title: string): Title {
  const found = ending.exec(title);
  return found === null ? { title, ids: [] } : { title: title.slice(0, found.index), ids: idsIn(found[0]) };
}

/** The titles with ids in a test's source, as they are written there. */
export function titlesInSource(source: string): Title[] {
  return [...source.matchAll(written)].map(([, , title = '', ids = '']) => ({
    title: title.replaceAll(/\\(.)/g, '$1'),
    ids: idsIn(ids),
  }));
}
