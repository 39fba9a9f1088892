import { SafeLink } from '@openbell/ui/primitives';
import { Logo } from '../Logo.tsx';
import { anchors, legalLinks, socialLinks } from '../site.content.ts';

/** The footer of every public page. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <div className="site-footer-row">
        <div className="site-footer-about">
          <Logo />
          <p>Options mentorship and trade ideas for people who want to understand the trade first.</p>
        </div>
        <nav aria-label="Footer">
          <ul className="site-footer-links">
            {anchors.map((anchor) => (
              <li key={anchor.name}>
                <a href={`/#${anchor.name}`}>{anchor.label}</a>
              </li>
            ))}
            {legalLinks.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="site-footer-end">
        <p>
          Options involve risk and are not suitable for everybody. Nothing here is investment advice. For US
          residents of 18 and older.
        </p>
        <ul className="site-footer-social" aria-label="Openbell elsewhere">
          {socialLinks.map((link) => (
            <li key={link.href}>
              <SafeLink href={link.href}>{link.label}</SafeLink>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
