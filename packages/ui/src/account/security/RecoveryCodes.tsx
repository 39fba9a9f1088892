'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '../../primitives/index.ts';
import { useFactorTexts } from '../second-factor/use-factor-texts.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Called when the member says that the codes are saved. */
  readonly onSaved: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps): ReactNode {
  const text = useFactorTexts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = (): void => {
    // Where the page may not write to the clipboard, the codes can be selected.
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      () => undefined,
    );
  };
  return (
    <>
      <ul className="ob-recovery-codes" data-part="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="ob-visually-hidden" role="status">
        {isCopied ? text('factors.copied') : null}
      </p>
      <div className="ob-dialog-actions">
        <Button onClick={copy}>{text(isCopied ? 'factors.copied' : 'factors.copyCodes')}</Button>
        <Button variant="primary" onClick={onSaved}>
          {text('factors.codesSaved')}
        </Button>
      </div>
    </>
  );
}
