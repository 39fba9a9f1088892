export { EnrolmentProgress, type EnrolmentProgressProps } from './EnrolmentProgress.tsx';
export { PaymentMethodModal, type PaymentMethodModalProps } from './PaymentMethodModal.tsx';
export { PlanTotals } from './PlanTotals.tsx';
export { PricingCard, type PricingCardProps } from './PricingCard.tsx';
