import '@openbell/ui/styles.css';
import type { ReactNode } from 'react';
import { Members } from './members';

export const metadata = { title: "A Next site of somebody's own", icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Members>{children}</Members>
      </body>
    </html>
  );
}
