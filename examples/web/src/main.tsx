import { startPublicPage } from './public-page.tsx';
import { isMemberPath } from './site/routing/member-path.ts';
import { startMembersApp } from './site/start-members-app.ts';
import './styles/layers.css';
import '@openbell/ui/styles/base.css';
import './styles/app.css';

async function start(root: HTMLElement): Promise<void> {
  const { pathname, search, hash } = window.location;
  // An alias; the query is kept.
  if (pathname === '/login') window.location.replace(`/signin${search}${hash}`);
  else if (isMemberPath(pathname) && root.dataset.page === undefined) await startMembersApp(root);
  else await startPublicPage(root);
}

const root = document.getElementById('root');
if (root) void start(root);
