import { accountsTexts } from '@openbell/core/catalogue';
import { preloadMembers } from '../preload-members.ts';

interface VisitorCornerProps {
  readonly inPanel: boolean;
  /** Whether the session has been checked. */
  readonly known: boolean;
  /** Called when the pointer or the focus comes near. */
  readonly onNear?: () => void;
}

/** The links of a visitor. */
export function VisitorCorner({ inPanel, known, onNear }: VisitorCornerProps) {
  const near = (): void => {
    preloadMembers();
    onNear?.();
  };
  return (
    <div className="site-account" data-known={known}>
      <a
        className="ob-button"
        data-variant={inPanel ? 'secondary' : 'quiet'}
        data-size="medium"
        href="/signin"
        onPointerEnter={near}
        onFocus={near}
      >
        {accountsTexts['accounts.signIn']}
      </a>
      <a className="ob-button" data-variant="primary" data-size="medium" href="/signup">
        {accountsTexts['accounts.signUp']}
      </a>
    </div>
  );
}
