// The ids of rules in the title of a test: `counts down from 60 [otp.countdown] [otp.resend]`.

const idPattern = String.raw`\[[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*\]`;
const ending = new RegExp(`(?: ${idPattern})+$`);
/** The same in a source file, where a quote ends the title. */
const written = new RegExp(`(?: ${idPattern})+(?=['"\`])`, 'g');

function idsIn(text: string): string[] {
  return text
    .trim()
    .split(' ')
    .map((id) => id.slice(1, -1));
}

/** The title without its ids, and the ids. */
export function readTitle(title: string): { title: string; ids: string[] } {
  const found = ending.exec(title);
  return found === null ? { title, ids: [] } : { title: title.slice(0, found.index), ids: idsIn(found[0]) };
}

/** The ids that the titles in a test's source carry. */
export function idsInSource(source: string): string[] {
  return (source.match(written) ?? []).flatMap(idsIn);
}
