export { AlertDialog, type AlertDialogProps } from './AlertDialog.tsx';
export { Avatar, type AvatarProps } from './Avatar.tsx';
export { Badge, type BadgeProps, type BadgeTone } from './Badge.tsx';
export { Button, type ButtonProps, type ButtonVariant } from './Button.tsx';
export { Card, type CardProps } from './Card.tsx';
export { Checkbox, type CheckboxProps, Switch } from './Checkbox.tsx';
export { Combobox, type ComboboxOption, type ComboboxProps } from './Combobox.tsx';
export { Dialog, type DialogProps } from './Dialog.tsx';
export { DirectionProvider, type DirectionProviderProps } from './DirectionProvider.tsx';
export { Field, type FieldControlProps, FieldError, type FieldProps, type FieldTexts } from './Field.tsx';
export { IconButton, type IconButtonProps } from './IconButton.tsx';
export { Isolated, type IsolatedProps } from './Isolated.tsx';
export { LazyPlace, type LazyPlaceProps } from './LazyPlace.tsx';
export { type LazyPart, lazyPart, useLazyPart } from './lazy-part.ts';
export { type LinkComponent, type LinkProps, PlainLink } from './link.tsx';
export {
  Menu,
  MenuCheckboxItem,
  type MenuCheckboxItemProps,
  MenuItem,
  type MenuItemProps,
  type MenuProps,
  MenuSeparator,
} from './Menu.tsx';
export {
  type Notice,
  NoticeHost,
  type NoticeLevel,
  type Notices,
  NoticesProvider,
  useNotices,
  useOptionalNotices,
} from './notices.tsx';
export { PartBoundary, type PartBoundaryProps } from './PartBoundary.tsx';
export { PasswordField, type PasswordFieldProps } from './PasswordField.tsx';
export { type Choice, RadioGroup, type RadioGroupProps } from './RadioGroup.tsx';
export { RetryCountdown, type RetryCountdownProps } from './RetryCountdown.tsx';
export { SafeLink, type SafeLinkProps } from './SafeLink.tsx';
export { Select, type SelectProps } from './Select.tsx';
export { Skeleton, SkeletonGroup, type SkeletonGroupProps, type SkeletonProps } from './Skeleton.tsx';
export { Spinner, type SpinnerProps } from './Spinner.tsx';
export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './States.tsx';
export { safeHref } from './safe-href.ts';
export { type TabDefinition, Tabs, type TabsProps } from './Tabs.tsx';
export { TextArea, type TextAreaProps } from './TextArea.tsx';
export { TextField, type TextFieldProps } from './TextField.tsx';
export { Tooltip, type TooltipProps } from './Tooltip.tsx';
export { textParts } from './text-parts.tsx';
export { TextsProvider, useTexts } from './texts.tsx';
