import { useAlertView } from '@openbell/react-hooks';
import { AlertPanel } from '@openbell/ui/content';
import { useQuery } from '../../site/place.tsx';
import { SiteParts } from '../../site/SiteParts.tsx';

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
