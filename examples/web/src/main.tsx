import { startPublicPage } from './public-page.tsx';
import { loadMembersApp } from './site/preload-members.ts';
import { isMemberPath } from './site/routing/member-path.ts';
import './styles/layers.css';
import '@openbell/ui/styles/base.css';
import './styles/app.css';

async function start(root: HTMLElement): Promise<void> {
  const { pathname, search, hash } = window.location;
  // An alias; the query is kept.
  if (pathname === '/login') window.location.replace(`/signin${search}${hash}`);
  else if (isMemberPath(pathname) && root.dataset.page === undefined)
    (await loadMembersApp()).startMembers(root);
  else await startPublicPage(root);
}

const root = document.getElementById('root');
if (root) void start(root);
