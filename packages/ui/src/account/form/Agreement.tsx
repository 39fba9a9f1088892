'use client';

import type { ReactNode } from 'react';
import { type LinkComponent, textParts, useTexts } from '../../primitives/index.ts';

interface AgreementProps {
  /** A sentence with `{terms}` and `{privacy}`. */
  readonly sentence: string;
  readonly termsHref: string;
  readonly privacyHref: string;
  readonly link: LinkComponent;
}

/** A sentence with links to the terms and the privacy policy. */
export function Agreement({ sentence, termsHref, privacyHref, link: Link }: AgreementProps): ReactNode {
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
