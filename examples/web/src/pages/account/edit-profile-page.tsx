import { useCancellation, useOpenbell, useProfileEditor } from '@openbell/react-hooks';
import { EditProfileForm, SocialProof } from '@openbell/ui/account';
import { AlertDialog, useNotices, useTexts } from '@openbell/ui/primitives';
import { PageHeader } from '@openbell/ui/shell';
import { useCallback, useEffect, useRef } from 'react';
import { useConfig } from '../../site/config-context.tsx';
import { useLeaveQuestion } from '../../site/members/use-leave-question.ts';
import { RouterLink } from '../../site/routing/RouterLink.tsx';
import { useGo } from '../../site/routing/site-navigation.tsx';
import '@openbell/ui/styles/account.css';

/** /profile/edit. Saving goes to /profile; leaving with unsaved changes asks for confirmation. */
export default function EditProfilePage() {
  const text = useTexts();
  const go = useGo();
  const { notify } = useNotices();
  const { off } = useConfig();
  const { requestCancel, cancelling } = useCancellation();
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const unsubscribe = async (): Promise<void> => {
    const target = await requestCancel();
    if (target.ok) {
      // Do not navigate when the member has left the page.
      if (target.value.kind === 'page' && isHere.current) go(target.value.path);
    } else if (target.error.code !== 'superseded') {
      notify({ level: 'error', text: target.error.message || text('billing.unsubscribeFailed') });
    }
  };

  return (
    <div className="ob-page">
      <PageHeader title={text('accounts.editProfileTitle')} />
      <EditProfileForm
        push={!off.has('push')}
        link={RouterLink}
        social={(onProof) => <SocialProof onProof={onProof} />}
        onSaved={() => go('/profile')}
        onDeleted={() => go('/')}
        onUnsubscribe={() => void unsubscribe()}
        unsubscribing={cancelling.step === 'requesting'}
      />
      <UnsavedChanges />
    </div>
  );
}

/** Confirms before unsaved changes are lost by navigating or closing the tab. */
function UnsavedChanges() {
  const text = useTexts();
  const { session, profileEditor } = useOpenbell();
  const { state, discard } = useProfileEditor();
  const isDirty = 'isDirty' in state && state.isDirty;
  // Evaluated on navigation: after saving, or without a session, nothing is lost.
  const question = useLeaveQuestion(
    useCallback(() => {
      const now = profileEditor.$state.get();
      return session.$state.get().status === 'signed-in' && 'isDirty' in now && now.isDirty;
    }, [session, profileEditor]),
  );

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => {
      if (session.$state.get().status === 'signed-in') event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, session]);

  return (
    <AlertDialog
      open={question.isAsking}
      title={text('accounts.leaveTitle')}
      description={text('accounts.leaveLead')}
      confirmLabel={text('accounts.leave')}
      cancelLabel={text('accounts.stay')}
      danger
      onConfirm={() => {
        discard();
        question.leave();
      }}
      onCancel={question.stay}
    />
  );
}
