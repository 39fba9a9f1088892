/** The props of an island, serialized into the markup. */
export interface IslandProps {
  readonly sections?: readonly { readonly id: string; readonly title: string }[];
}

/** The interactive parts of the public pages. */
export type IslandName =
  | 'bar'
  | 'tape'
  | 'testimonials'
  | 'pricing'
  | 'contact'
  | 'contents'
  | 'subscribe'
  | 'welcome'
  | 'alert'
  | 'signIn'
  | 'signUp'
  | 'forgotPassword';
