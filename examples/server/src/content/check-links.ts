// Checks the links of a course.

/** A link that does not work. */
export interface BrokenLink {
  readonly link: string;
  readonly problem: string;
}

const TIMEOUT_MS = 10_000;
const PARALLEL = 5;

/** Requests each external link and returns the broken ones in their order. Paths of the site and anchors are accepted. */
export async function findBrokenLinks(links: readonly string[]): Promise<readonly BrokenLink[]> {
  const broken: BrokenLink[] = [];
  for (let start = 0; start < links.length; start += PARALLEL) {
    const part = links.slice(start, start + PARALLEL);
    const problems = await Promise.all(part.map(problemOf));
    for (const [index, problem] of problems.entries()) {
      if (problem !== null) broken.push({ link: part[index] ?? '', problem });
    }
  }
  return broken;
}

async function problemOf(link: string): Promise<string | null> {
  if (/^(?:[/#]|mailto:)/.test(link)) return null;
  if (!/^https?:/i.test(link))
    return 'It is relative to the page. Begin it with https:// or /, and list files under documents.';
  try {
    const head = await request(link, 'HEAD');
    // Some servers respond to GET only.
    const status = head < 400 ? head : await request(link, 'GET');
    return status < 400 ? null : `The response is ${status}.`;
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return isTimeout ? `No response within ${TIMEOUT_MS / 1_000} s.` : 'The server cannot be reached.';
  }
}

async function request(link: string, method: 'HEAD' | 'GET'): Promise<number> {
  const response = await fetch(link, { method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  return response.status;
}
