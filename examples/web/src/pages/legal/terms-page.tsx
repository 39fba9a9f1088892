import { LegalDocument } from './LegalDocument.tsx';
import { terms } from './terms.content.tsx';

/** /terms: static legal text. */
export default function TermsPage() {
  return (
    <LegalDocument
      title="Terms of service"
      effective="November 1, 2026"
      summary="What you get, what it costs, how you leave, and what Openbell does not do: give you investment advice. You must be 18 or older and live in the United States."
      sections={terms}
    />
  );
}
