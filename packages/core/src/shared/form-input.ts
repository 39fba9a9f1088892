/** The submit event of a form, the browser's or React's. */
interface FormSubmission {
  readonly currentTarget: EventTarget | null;
  preventDefault(): void;
}

/** A form's fields: as React's form actions give them, or as the form has them when it is submitted. */
export type FormInput = FormData | FormSubmission;

/** Reads a field of text; empty where the form has no such field, or a file in its place. */
export type TextFields = (name: string) => string;

/** The form's fields of text; a submission that brings them is kept from leaving the page. */
export function fieldsOf(input: FormInput): TextFields {
  if (!(input instanceof FormData)) input.preventDefault();
  const form = input instanceof FormData ? input : new FormData(input.currentTarget as HTMLFormElement);
  return (name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
}
