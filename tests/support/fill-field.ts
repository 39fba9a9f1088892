import type { UserEvent } from '@testing-library/user-event';

/** Fills a field in one step by a paste, because each typed character renders its form again. */
export async function fillField(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
