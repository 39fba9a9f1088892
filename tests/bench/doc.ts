// docs/bench.md: a section for each bench, written by the run that measured it.

const head = `# What the benches measured

Written by \`npm run bench -- --doc\`. Ours and the peers beside it ran in turn, in one run, on a shared machine with two
cores: medians of interleaved rounds, less is better, and a ratio is how many times ours it is. Absolute figures move by
a factor of two from run to run; read the ratios. A run of some benches (\`--only <prefix>\`) writes their sections anew
and leaves the others as they are, so each says when it was run. A dash is a contender that fell over, or never came to
show what is measured.
`;

export interface Section {
  /** What was printed: figures in columns. */
  readonly figures: string;
  readonly note?: string | undefined;
  /** The day of the run, and what it ran on. */
  readonly run: string;
}

function written({ figures, note, run }: Section): string {
  return [`\`\`\`text\n${figures.trim()}\n\`\`\``, ...(note === undefined ? [] : [note]), `${run}.`].join(
    '\n\n',
  );
}

/** The sections of a page by their headings. */
function sectionsOf(page: string): Map<string, string> {
  const [, ...parts] = page.split(/^## /m);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end).trim()] as const;
    }),
  );
}

/** The page with these sections written anew; in the order of `ids`, and none of a bench that is no longer there. */
export function writeSections(
  page: string,
  ids: readonly string[],
  measured: ReadonlyMap<string, Section>,
): string {
  const known = sectionsOf(page);
  for (const [id, section] of measured) known.set(id, written(section));
  const sections = ids.flatMap((id) => {
    const body = known.get(id);
    return body === undefined ? [] : [`## ${id}\n\n${body}\n`];
  });
  return [head, ...sections].join('\n');
}
