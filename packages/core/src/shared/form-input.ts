/** The submit event of a form, from the browser or React. @inline */
interface FormSubmission {
  readonly currentTarget: EventTarget | null;
  preventDefault(): void;
}

/** Form data, as React form actions pass it, or the form's submit event. @inline */
export type FormInput = FormData | FormSubmission;

/** Reads a text field by name; empty when the field is missing or is a file. */
export type TextFields = (name: string) => string;

/** Returns a reader of the form's text fields. Prevents the default of a submit event. */
export function fieldsOf(input: FormInput): TextFields {
  if (!(input instanceof FormData)) input.preventDefault();
  const form = input instanceof FormData ? input : new FormData(input.currentTarget as HTMLFormElement);
  return (name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
}
