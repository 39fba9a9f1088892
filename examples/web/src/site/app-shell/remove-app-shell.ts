/**
 * Removes the service worker of the members' app (public/sw.js) and its files. The worker does it, because a log-out
 * leaves the document.
 */
export function removeAppShell(): void {
  // Absent on a page without https.
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.controller?.postMessage('remove');
  void navigator.serviceWorker.getRegistration('/').then((found) => found?.active?.postMessage('remove'));
}
