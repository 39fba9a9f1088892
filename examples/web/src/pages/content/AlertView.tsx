import { useAlertView } from '@openbell/react-hooks';
import { AlertPanel } from '@openbell/ui/content';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { useQuery } from '../../site/routing/site-navigation.tsx';

/** The alert with the code in the URL. */
export default function AlertViewIsland() {
  return (
    <SiteParts>
      <AlertView />
    </SiteParts>
  );
}

function AlertView() {
  const { state, reload } = useAlertView(useQuery().get('code'));
  return <AlertPanel state={state} onRetry={reload} />;
}
