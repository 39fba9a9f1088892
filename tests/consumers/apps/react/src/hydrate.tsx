import { version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { draw, stories } from './draw.tsx';
import '@openbell/ui/styles.css';

const complaints: string[] = [];
let story = '';
/** React reports most mismatches only in the console. */
for (const method of ['error', 'warn'] as const) {
  console[method] = (...said: unknown[]) => complaints.push(`${story}: ${said.map(String).join(' ')}`);
}
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Takes over what the server drew, hides it and shows it again, and lets go of it. */
for (const [slug, drawn] of stories) {
  story = slug;
  const place = document.querySelector(`[data-story="${slug}"]`);
  if (place === null) throw new Error(`The server drew no ${slug}.`);
  const root = hydrateRoot(place, draw(drawn, 'visible'), {
    onRecoverableError: (error) => complaints.push(`${slug}: ${String(error)}`),
  });
  await aMoment();
  root.render(draw(drawn, 'hidden'));
  await aMoment();
  root.render(draw(drawn, 'visible'));
  await aMoment();
  root.unmount();
  await aMoment();
  if (place.children.length > 0) complaints.push(`${slug}: something is left`);
}
Object.assign(document.body.dataset, {
  react: version,
  stories: String(stories.length),
  complaints: JSON.stringify(complaints),
});
