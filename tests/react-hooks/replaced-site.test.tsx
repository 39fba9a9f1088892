// Public pages draw their forms with a site that sends nothing, and replace it by the real one once that is loaded.
import { createSiteFeatures } from '@openbell/core/site-features';
import { OpenbellProvider, useFactors, usePasskeySignIn, usePasskeys } from '@openbell/react-hooks';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// A browser with passkeys.
beforeEach(() => void vi.stubGlobal('PublicKeyCredential', class {}));
afterEach(() => void vi.unstubAllGlobals());

/** Returns a site that counts its requests, which never get a response. */
function countedSite() {
  const site = createSiteFeatures({ apiUrl: 'https://site.test/api' });
  const request = vi.spyOn(site.api, 'request').mockReturnValue(new Promise(() => {}));
  return { site, request };
}

function Passkeys() {
  usePasskeys();
  return null;
}

function Factors() {
  useFactors();
  return null;
}

function PasskeySignIn() {
  usePasskeySignIn({ input: { remember: true }, onSignedIn: () => {} });
  return null;
}

test.each([
  ['usePasskeys', Passkeys],
  ['useFactors', Factors],
  ['usePasskeySignIn', PasskeySignIn],
] as const)('%s sends its requests by the site that replaced another one', (_name, Part) => {
  const first = countedSite();
  const second = countedSite();
  const draw = ({ site }: typeof first) => (
    <OpenbellProvider openbell={site}>
      <Part />
    </OpenbellProvider>
  );
  const { rerender } = render(draw(first));
  rerender(draw(second));
  expect(second.request).toHaveBeenCalled();
});
