// The stylesheet of the sandbox pages; a file, as their policy allows no inline styles.
import { defineSandboxRoutes, type SandboxRoutes } from '../routes.ts';

export const sandboxStylePath = '/media/sandbox.css';

/** A bell, as the site's own; inside the page, so that it needs no site. */
export const sandboxIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#8a5a10"/>' +
    '<path d="M16 6v2.6M9.4 21.5h13.2l-1.7-2.6v-4.3a4.9 4.9 0 0 0-9.8 0v4.3z" fill="none" stroke="#fff" ' +
    'stroke-width="2.2" stroke-linejoin="round"/></svg>',
)}`;

const style = `
:root {
  color-scheme: light dark;
  --ground: #fbfbf9; --surface: #fff; --ink: #171c2b; --muted: #555c6e; --line: #d9dce4; --edge: #868da0;
  --primary: #28327f; --on-primary: #fff; --accent: #7a4f0c; --danger: #a3221c;
  font: 16px/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10131c; --surface: #181c28; --ink: #eeeeea; --muted: #a9afbd; --line: #2c3242; --edge: #747c90;
    --primary: #9aa9f5; --on-primary: #10131c; --accent: #e0b160; --danger: #f19a92;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
main { max-width: 40rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
h1 { margin: .75rem 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; line-height: 1.35; }
p { margin: .5rem 0; }
a { color: var(--primary); display: inline-flex; align-items: center; min-height: 44px; }
img { max-width: 100%; height: auto; border-radius: 12px; }
.label { margin: 0; color: var(--accent); font-size: .8125rem; }
.label strong { padding: .125rem .625rem; border: 1px solid; border-radius: 99px; }
.error { border-inline-start: 3px solid; padding-inline-start: .75rem; color: var(--danger); font-weight: 600; }
form { display: grid; gap: .75rem; margin: 1rem 0; }
form.row { grid-template-columns: repeat(3, minmax(0, 1fr)); }
label { display: grid; gap: .25rem; font-weight: 500; }
input, select, button { width: 100%; min-height: 44px; padding: .5rem .875rem; border: 1px solid var(--edge);
  border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit; }
button { cursor: pointer; text-align: start; }
button small { display: block; color: var(--muted); }
button.primary { border-color: var(--primary); background: var(--primary); color: var(--on-primary); font-weight: 600; }
button.primary, button.plain, form.row button { text-align: center; }
form.row button { padding-inline: .25rem; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
article h2 { margin-top: 0; }
article p { color: var(--muted); font-size: .875rem; }
article a { display: inline; }
pre { margin: .75rem 0 0; white-space: pre-wrap; font: inherit; }
`;

export const sandboxStyleRoutes: SandboxRoutes = defineSandboxRoutes({
  'GET /media/sandbox.css': async () =>
    new Response(style, {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' },
    }),
});
