export {
  BareContactForm,
  type BareContactFormProps,
  ContactForm,
  type ContactFormProps,
} from './ContactForm.tsx';
export { solveAltcha } from './form/altcha-solver.ts';
export { CaptchaField, type CaptchaFieldProps } from './form/CaptchaField.tsx';
export { FormMessage } from './form/FormMessage.tsx';
export { OtpBoxes, type OtpBoxesHandle, type OtpBoxesProps } from './form/OtpBoxes.tsx';
export { DataExportSection } from './profile/DataExportSection.tsx';
export { DeleteAccountDialog, type DeleteAccountDialogProps } from './profile/DeleteAccountDialog.tsx';
export { EditProfileForm, type EditProfileFormProps } from './profile/EditProfileForm.tsx';
export { ProfileView, type ProfileViewProps } from './profile/ProfileView.tsx';
export { ForgotPasswordForm, type ForgotPasswordFormProps } from './recovery/ForgotPasswordForm.tsx';
export { ChangePasswordDialog, type ChangePasswordDialogProps } from './security/ChangePasswordDialog.tsx';
export { DevicesSection } from './security/DevicesSection.tsx';
export { PasskeyList, type PasskeyListProps } from './security/PasskeyList.tsx';
export { SecuritySection } from './security/SecuritySection.tsx';
export { AccountCard, type AccountCardProps } from './sign-in/AccountCard.tsx';
export { PasskeySignIn, type PasskeySignInProps } from './sign-in/PasskeySignIn.tsx';
export { SignInForm, type SignInFormProps } from './sign-in/SignInForm.tsx';
export { SignUpForm, type SignUpFormProps } from './sign-in/SignUpForm.tsx';
export { SocialAsk, type SocialAskProps } from './social/SocialAsk.tsx';
export { SocialButtons, type SocialButtonsProps } from './social/SocialButtons.tsx';
export { SocialProof, type SocialProofProps } from './social/SocialProof.tsx';
export { PaymentHistory, type PaymentHistoryProps } from './subscriptions/PaymentHistory.tsx';
export { StatusBadge } from './subscriptions/StatusBadge.tsx';
export { SubscriptionsTable, type SubscriptionsTableProps } from './subscriptions/SubscriptionsTable.tsx';
