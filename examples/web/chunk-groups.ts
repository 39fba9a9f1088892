// Merges dozens of small files. A group contains no module that is imported dynamically, and nothing that only some of its
// pages need.

/** Loaded by every island of the public pages and by every members' page, with everything that these modules import. */
const common =
  /\/packages\/(core\/src\/(catalogue\/(?!accounts|factors|passkeys)|session\/session\.(redirect|rules)\.|shared\/(dates|instants|retry|email|formats|ids|form-input|failures|result|site-path|lifecycle|json-storage|countdown|flight|session-epoch)\.|entitlement\/entitlement\.(dates|rules)\.|contract\/(schema|primitives|endpoint\.build|accounts|billing|content)\.|alerts\/alerts\.rules\.|ports\/(clock|log|notifications|page|trusted-script-url|random|scheduler)\.|billing\/(displayed-subscription|redirects|cards\/card-setup|enrolment\/rules)\.)|react-hooks\/src\/(openbell-provider|feature-names|use-session|use-before-paint|use-push)|ui\/src\/primitives\/(texts|class-names|is-composing|key-parts|RetryCountdown|notices|Spinner|Button|IconButton|drawings|use-focus-on-removal|States|link|Badge|initials|Avatar|Skeleton|SafeLink|safe-href|wrap-text|PartBoundary)\.)|\/node_modules\/(dayjs|valibot|lucide-react\/dist\/esm\/icons\/(check|chevron-down|pause|play|circle-check|circle-exclamation-point|info)|@nanostores\/react|nanostores\/(atom|lifecycle|computed|deep-map|listen-keys))|\/examples\/web\/src\/(config|site\/config-context|site\/use-member)\./;

/** Loaded by every members' page, and by no public one. */
const members =
  /\/packages\/(core\/src\/(member-base|member-part|ended-session|access-reloads|alerts\/create-alerts|ticker-details\/ticker-details\.rules|option-symbol\/ticker\.rules|profile|devices|courses|news|realtime|contract\/(chat|member-socket|message-text)\.|ports\/(socket|download|save-blob|pictures)|shared\/(reconnecting-socket|load-retries|emitter|texts|shrink-photos|task|user-storage)\.|billing\/(outlook|payment-method\/(rules|create-payment-method-update)\.))|react-hooks\/src\/use-(offline-start|realtime-state|billing-outlook|theme|news|chat|object-url|payment-method-update|first-steps)\.|ui\/src\/(shell\/(AppShell|ProfileButton|PageHeader|Shell\w+|ThemeToggle|shell-items)|content\/(NewsPicture|safe-picture)|primitives\/(pressed-key|path-of|TransientButton)\.))|\/node_modules\/(react-router|mitt)\/|\/src\/site\/(app-shell\/(app-shell|new-version|NewVersionNotice)|members\/(AppRouter|load-pages|members-context|MembersNavigation|offline-start|page-title|RootLayout|RouteFailure)|notices\/(MembersNotices|MemorySessionNotice)|routing\/(app-history|AppLink|RouterLink)|ThemeEffect)|lucide-react\/dist\/esm\/icons\/(arrow-down|arrow-left|bell-ring|chart-candlestick|chevron-right|download|file-text|layout-dashboard|message-circle|messages-square|moon|sun|graduation-cap|search|triangle-exclamation-point)\./;

/** Loaded by the landing page's first scripts and by every other page. */
const start =
  /\/node_modules\/react\/|vite\/preload-helper|\/packages\/ui\/src\/primitives\/lazy-part\.|\/src\/site\/(islands\/page-host|preload-members|routing\/next-document)|lucide-react\/dist\/esm\/(createLucideIcon|Icon|defaultAttributes|context|shared)/;

/** Form fields, of some public and some members' pages. */
const fields = /\/packages\/ui\/src\/primitives\/(Field|TextField|Checkbox|RadioGroup)\./;

/** What menus, selects and tabs have in common. Buttons use the root's context too, without the rest. */
const lists =
  /^(?!.*CompositeRootContext).*\/node_modules\/@base-ui\/(react|utils)\/.*(composite|directioncontext|isElementDisabled)/i;

export const chunkGroups = [
  { name: 'fields', test: fields, includeDependenciesRecursively: false },
  { name: 'lists', test: lists, includeDependenciesRecursively: false },
  { name: 'start', test: start, includeDependenciesRecursively: false },
  { name: 'common', test: common, includeDependenciesRecursively: false },
  { name: 'members', test: members, includeDependenciesRecursively: false },
];
