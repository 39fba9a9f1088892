import { LegalDocument } from './LegalDocument.tsx';
import { privacy } from './privacy.content.tsx';

/** /privacy-policy: static text. */
export default function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy policy"
      effective="November 1, 2026"
      summary="What Openbell knows about you, why, and how you change or end that. The short version: what the service needs, nothing for advertising."
      sections={privacy}
    />
  );
}
