import { ProfileView } from '@openbell/ui/account';
import { useNavigate } from 'react-router';
import { useConfig } from '../../site/config-context.tsx';
import { RouterLink } from './router-link.tsx';

/** /profile. Its Log Out goes to /login, the shell's to / (product.md 2: both readings stand). */
export default function ProfilePage() {
  const navigate = useNavigate();
  const { apiUrl } = useConfig();
  return (
    <div className="ob-page">
      <ProfileView
        link={RouterLink}
        apiOrigin={new URL(apiUrl, window.location.href).origin}
        onLoggedOut={() => void navigate('/login')}
      />
    </div>
  );
}
