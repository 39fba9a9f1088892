import { ProfileView } from '@openbell/ui/account';
import { useConfig } from '../../site/config-context.tsx';
import { RouterLink } from '../../site/routing/RouterLink.tsx';
import { useGo } from '../../site/routing/site-navigation.tsx';
import '@openbell/ui/styles/account.css';

/** /profile. Its Log Out goes to /login, the shell's to /; both are specified. */
export default function ProfilePage() {
  const go = useGo();
  const { apiUrl } = useConfig();
  return (
    <div className="ob-page">
      <ProfileView
        link={RouterLink}
        apiOrigin={new URL(apiUrl, window.location.href).origin}
        onLoggedOut={() => go('/login')}
      />
    </div>
  );
}
