import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { draw, stories } from './draw.tsx';
import '@openbell/ui/styles.css';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no root.');
const violations: string[] = [];
let story = '';
document.addEventListener(
  'securitypolicyviolation',
  ({ effectiveDirective, blockedURI, sample, sourceFile }) => {
    violations.push(`${story}: ${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}`);
  },
);

for (const [slug, drawn] of stories) {
  story = slug;
  const root = createRoot(place);
  flushSync(() => root.render(draw(drawn, 'visible')));
  await new Promise((resolve) => setTimeout(resolve, 40));
  root.unmount();
}
Object.assign(document.body.dataset, {
  stories: String(stories.length),
  violations: JSON.stringify(violations),
});
