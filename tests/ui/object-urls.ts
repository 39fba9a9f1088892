/** jsdom has no object URLs: gives it some, for `beforeEach`. They stay until the page is cleaned up. */
export function fakeObjectUrls(): () => void {
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => {} });
  return () => void Object.assign(URL, { createObjectURL, revokeObjectURL });
}
