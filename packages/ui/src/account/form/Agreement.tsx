'use client';

import type { ReactNode } from 'react';
import { type LinkComponent, PlainLink, textParts, useTexts } from '../../primitives/index.ts';

interface AgreementLinks {
  termsHref?: string | undefined;
  privacyHref?: string | undefined;
  link?: LinkComponent | undefined;
}

/** A sentence with `{terms}` and `{privacy}`, which become links. */
export function Agreement({
  sentence,
  links: { termsHref = '/terms', privacyHref = '/privacy-policy', link: Link = PlainLink },
}: {
  readonly sentence: string;
  readonly links: AgreementLinks;
}): ReactNode {
  const text = useTexts();
  return textParts(sentence, {
    terms: (
      <Link className="ob-link" href={termsHref}>
        {text('accounts.terms')}
      </Link>
    ),
    privacy: (
      <Link className="ob-link" href={privacyHref}>
        {text('accounts.privacyPolicy')}
      </Link>
    ),
  });
}
