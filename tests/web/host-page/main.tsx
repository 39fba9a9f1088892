// Components on a page that is not ours. `?way=light` draws them on the page, `?way=shadow` in a shadow root, `?way=tokens`
// there in colours of its own.
import { Badge, Button, Card, Isolated, RadioGroup, Select, TextField } from '@openbell/ui/primitives';
import styles from '@openbell/ui/styles.css?inline';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Sample(): ReactNode {
  const [plan, setPlan] = useState<string | null>(null);
  const choices = [
    { value: 'monthly', label: 'Monthly' },
    { value: 'yearly', label: 'Yearly' },
  ];
  return (
    <Card>
      <h2>Plans</h2>
      <Badge>New</Badge>
      <TextField label="E-mail" hint="As on your card" defaultValue="" />
      <Select label="Plan" choices={choices} value={plan} onValueChange={setPlan} placeholder="Choose" />
      <RadioGroup label="Pay" choices={choices} value="monthly" onValueChange={() => {}} />
      <Button>Enroll</Button>
    </Card>
  );
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
const ours = document.getElementById('ours');
if (ours === null) throw new Error('The page has no place for it.');
const tokens = { '--ob-color-surface': 'rgb(1, 2, 3)', '--ob-color-raised': 'rgb(4, 5, 6)' };
const way = new URLSearchParams(location.search).get('way');

// A test looks at its own elements before and after.
Object.assign(window, {
  addStyles: () => {
    document.adoptedStyleSheets = [sheet];
  },
});
if (way === 'light') document.adoptedStyleSheets = [sheet];
createRoot(ours).render(
  <StrictMode>
    {way === 'shadow' || way === 'tokens' ? (
      <Isolated stylesheet={sheet} {...(way === 'tokens' ? { theme: 'dark', tokens } : {})}>
        <Sample />
      </Isolated>
    ) : (
      <Sample />
    )}
  </StrictMode>,
);
