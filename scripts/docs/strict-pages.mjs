// Adapts TypeDoc's pages: moves inline scripts to a file and inline styles to classes, for the Content-Security-Policy of the
// live examples, and inlines the state diagrams, so that they follow the page's theme.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inlineScript = /<script>([^<]+)<\/script>/g;
const picture = /<p><img src="\.\.\/media\/([\w-]+\.svg)"[^>]*\/?><\/p>/g;

/** The alignment of a table's cells; the classes are in docs/site.css. */
const alignment = / style="text-align:\s*(left|right|center);?"/g;

/** TypeDoc links every interface to the hierarchy page, also those that are not listed there. */
const summary = / \(<a href="[./]*hierarchy\.html#([^"]+)">View Summary<\/a>\)/g;

/** A diagram without its embedded styles. */
function pictureOf(site, name) {
  const svg = readFileSync(join(site, 'media', name), 'utf8').replace(/<style>[\s\S]*?<\/style>\n/, '');
  return `<div class="states" role="group" tabindex="0" aria-label="State diagram">${svg}</div>`;
}

/** Updates the pages of a site in place. */
export function makePagesStrict(site) {
  const scripts = new Set();
  const hierarchy = readFileSync(join(site, 'hierarchy.html'), 'utf8');
  for (const name of readdirSync(site, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const path = join(site, name);
    const assets = `${'../'.repeat(name.split(/[\\/]/).length - 1)}assets`;
    const before = readFileSync(path, 'utf8');
    const after = before
      .replaceAll(inlineScript, (_, code) => {
        scripts.add(code);
        return `<script src="${assets}/theme.js"></script>`;
      })
      .replaceAll(alignment, ' class="align-$1"')
      .replaceAll(picture, (_, file) => pictureOf(site, file))
      .replaceAll(summary, (link, id) => (hierarchy.includes(`id="${id}"`) ? link : ''));
    if (after !== before) writeFileSync(path, after);
  }
  // The script must be the same on every page, because it becomes one file.
  if (scripts.size !== 1) throw new Error(`typedoc writes ${scripts.size} inline scripts; one is expected.`);
  writeFileSync(join(site, 'assets/theme.js'), [...scripts].join(''));
}
