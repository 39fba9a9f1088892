export { AccountCard, type AccountCardProps } from './AccountCard.tsx';
export { solveAltcha } from './altcha-solver.ts';
export { CaptchaField, type CaptchaFieldProps } from './CaptchaField.tsx';
export { ChangePasswordDialog, type ChangePasswordDialogProps } from './ChangePasswordDialog.tsx';
export {
  BareContactForm,
  type BareContactFormProps,
  ContactForm,
  type ContactFormProps,
} from './ContactForm.tsx';
export { DataExportSection } from './DataExportSection.tsx';
export { DeleteAccountDialog, type DeleteAccountDialogProps } from './DeleteAccountDialog.tsx';
export { DevicesSection } from './DevicesSection.tsx';
export { EditProfileForm, type EditProfileFormProps } from './EditProfileForm.tsx';
export { ForgotPasswordForm, type ForgotPasswordFormProps } from './ForgotPasswordForm.tsx';
export { FormMessage } from './FormMessage.tsx';
export { OtpBoxes, type OtpBoxesHandle, type OtpBoxesProps } from './OtpBoxes.tsx';
export { PasskeyList, type PasskeyListProps } from './PasskeyList.tsx';
export { PasskeySignIn, type PasskeySignInProps } from './PasskeySignIn.tsx';
export { PaymentHistory, type PaymentHistoryProps } from './PaymentHistory.tsx';
export { ProfileView, type ProfileViewProps } from './ProfileView.tsx';
export { SecuritySection } from './SecuritySection.tsx';
export { SignInForm, type SignInFormProps } from './SignInForm.tsx';
export { SignUpForm, type SignUpFormProps } from './SignUpForm.tsx';
export { SocialAsk, type SocialAskProps } from './SocialAsk.tsx';
export { SocialButtons, type SocialButtonsProps } from './SocialButtons.tsx';
export { SocialProof, type SocialProofProps } from './SocialProof.tsx';
export { StatusBadge } from './StatusBadge.tsx';
export { SubscriptionsTable, type SubscriptionsTableProps } from './SubscriptionsTable.tsx';
