export { EnrolmentProgress, type EnrolmentProgressProps } from './EnrolmentProgress.tsx';
export { PaymentMethodModal, type PaymentMethodModalProps } from './PaymentMethodModal.tsx';
export { PlanTotals } from './PlanTotals.tsx';
export { PricingCard, type PricingCardProps } from './PricingCard.tsx';
export { PastDueBanner, SubscriptionOutlook, type SubscriptionOutlookProps } from './SubscriptionOutlook.tsx';
export { UnsubscribeConfirm } from './UnsubscribeConfirm.tsx';
export { UnsubscribeDetails, type UnsubscribeProps } from './UnsubscribeDetails.tsx';
export { UnsubscribeImpact } from './UnsubscribeImpact.tsx';
export { WelcomeStatus, type WelcomeStatusProps } from './WelcomeStatus.tsx';
