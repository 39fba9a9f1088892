export type {
  AnchoredList,
  AnchoredListOptions,
  ListView,
  RowAlign,
  RowList,
  RowRange,
  RowSource,
} from './anchored-list.types.ts';
export type { OpenbellFeatures } from './feature-names.ts';
export { OpenbellProvider, useFeature, useOpenbell } from './openbell-provider.tsx';
export { type AlertsBinding, type AlertViewBinding, useAlerts, useAlertView } from './use-alerts.ts';
export { type AnchoredRows, useAnchoredList, useAnchoredRows, useIsAtEnd } from './use-anchored-list.ts';
export { useBeforePaint } from './use-before-paint.ts';
export { type BillingBinding, type EnrolmentBinding, useBilling, useEnrolment } from './use-billing.ts';
export { type BillingOutlookBinding, useBillingOutlook } from './use-billing-outlook.ts';
export { type CancellationBinding, useCancellation } from './use-cancellation.ts';
export { type CaptchaBinding, useCaptcha } from './use-captcha.ts';
export { type ChatListBinding, useChat, useChatList } from './use-chat.ts';
export { type ContactBinding, useContact } from './use-contact.ts';
export { type CourseBinding, type CourseListBinding, useCourse, useCourseList } from './use-courses.ts';
export { type DevicesBinding, useDevices } from './use-devices.ts';
export { type EmojiBinding, useEmoji, useEmojiMatches } from './use-emoji.ts';
export { type FactorsBinding, useFactors } from './use-factors.ts';
export { type FirstStepsBinding, useFirstSteps } from './use-first-steps.ts';
export { type MemberDataBinding, useMemberData } from './use-member-data.ts';
export { type NewsBinding, useNews } from './use-news.ts';
export { useObjectUrl } from './use-object-url.ts';
export { useOfflineStart } from './use-offline-start.ts';
export { type OtpResetBinding, useOtpReset } from './use-otp-reset.ts';
export { type PasskeySignInBinding, usePasskeySignIn } from './use-passkey-sign-in.ts';
export { type PasskeysBinding, usePasskeys } from './use-passkeys.ts';
export {
  type PaymentMethodUpdateBinding,
  useCardExpiry,
  usePaymentMethodUpdate,
} from './use-payment-method-update.ts';
export { type PriceChartBinding, usePriceChart } from './use-price-chart.ts';
export { type ProfileBinding, useProfile } from './use-profile.ts';
export {
  type AccountDeletionBinding,
  type PasswordChangeBinding,
  type ProfileEditorBinding,
  useAccountDeletion,
  usePasswordChange,
  useProfileEditor,
} from './use-profile-editor.ts';
export { type PushBinding, usePush, usePushOnLoad } from './use-push.ts';
export { type RealtimeBinding, useRealtimeState } from './use-realtime-state.ts';
export { type RecorderBinding, useRecorder } from './use-recorder.ts';
export { type GuardBinding, type SessionBinding, useGuard, useSession } from './use-session.ts';
export { type SignInBinding, useSignIn } from './use-sign-in.ts';
export { type SignUpBinding, useSignUp } from './use-sign-up.ts';
export { type SocialSignInBinding, useSocialSignIn } from './use-social-sign-in.ts';
export { type ThemeBinding, useTheme } from './use-theme.ts';
export { type ComposerBinding, type ThreadBinding, useComposer, useThread, useTyping } from './use-thread.ts';
export { type ThreadSearchBinding, useThreadSearch } from './use-thread-search.ts';
export { type TickerDetailsBinding, useTickerDetails } from './use-ticker-details.ts';
export { type TickerSearchBinding, useTickerSearch } from './use-ticker-search.ts';
export { type TimeSalesBinding, useTimeSales } from './use-time-sales.ts';
export {
  type FlashAlertsBinding,
  type OptionsFeedBinding,
  type TradeFlashBinding,
  useFlashAlerts,
  useOptionsFeed,
  useTradeFlash,
} from './use-trade-flash.ts';
export {
  useVirtualList,
  type VirtualItemProps,
  type VirtualList,
  type VirtualListOptions,
} from './use-virtual-list.ts';
