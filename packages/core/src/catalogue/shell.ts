/** Texts of the shell area, by code. Literal texts of the specification are exact. */
export const shellTexts = {
  // Shared texts.
  'shell.loading': 'Loading',
  'shell.close': 'Close',
  'shell.cancel': 'Cancel',
  'shell.retry': 'Retry',
  'shell.showPassword': 'Show password',
  'shell.hidePassword': 'Hide password',

  // The members' shell.
  'shell.productName': 'Openbell',
  'shell.home': 'Openbell home',
  'shell.skipToContent': 'Skip to content',
  'shell.navigation': 'Members',
  'shell.dashboard': 'Dashboard',
  'shell.courses': 'Courses',
  'shell.personalChat': 'Personal Chat',
  'shell.groupChat': 'Group Chat',
  'shell.marketData': 'Market Data',
  'shell.alerts': 'Alerts',
  'shell.darkMode': 'Dark mode',
  'shell.lightMode': 'Light mode',
  'shell.profileMenu': 'Profile menu',
  'shell.profile': 'Profile',
  'shell.logout': 'Logout',
  'shell.userFallback': 'User',
  'shell.sandbox': 'Sandbox',
  'shell.sandboxHint': 'Demo data: payments, mails and market figures are simulated.',
  'shell.offline': 'Offline.',
  'shell.notAllowed': 'You are not allowed to access this page. Please contact your administrator.',
  'shell.guardFailed': 'Your account could not be checked.',
  'shell.guardFailedHint': 'The server did not answer in time. Nothing is lost.',
  'shell.pageFailed': 'This page could not be loaded.',
  'shell.pageFailedHint': 'It may have been replaced by a newer version.',
  'shell.reload': 'Reload',

  // Error pages.
  'shell.notFound': 'Page Not Found',
  'shell.notFoundHint': 'The address may be old, or mistyped.',
  'shell.goBackHome': 'Go Back Home',
  'shell.goToDashboard': 'Go to Dashboard',

  // The command palette (Ctrl/Cmd+K).
  'shell.palette': 'Go to',
  'shell.paletteHint': 'Page, chat or ticker',
  'shell.paletteHintMember': 'Page',
  'shell.paletteEmpty': 'Nothing goes by that name.',
  'shell.palettePages': 'Pages',
  'shell.paletteChats': 'Chats',
  'shell.paletteTickers': 'Tickers',
  'shell.paletteTicker': '{ticker}: {tab}',
  'shell.editProfile': 'Edit profile',
} as const;
