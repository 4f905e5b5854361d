import { createContext, useContext } from 'react';

export interface FormSurroundings {
  /** Distinguishes the inputs of several open forms. */
  readonly prefix: string;
  /** Section that this person may fill in now: 0 the applicant's, n the n-th step's, null none. */
  readonly editStep: number | null;
  /** Paths whose values this person may not see. */
  readonly withheld: ReadonlySet<string>;
  /** Fields and details of the section that the step leaves out, and those that it asks for although the form does not. */
  readonly closed: ReadonlySet<string>;
  readonly demanded: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

const Context = createContext<FormSurroundings>({
  prefix: 'f',
  editStep: null,
  withheld: NONE,
  closed: NONE,
  demanded: NONE,
});
export const FormProvider = Context.Provider;
export const useFormSurroundings = (): FormSurroundings => useContext(Context);

export const inputId = (prefix: string, path: string): string => `${prefix}-${path}`;

const show = (element: HTMLElement | null | undefined): void => {
  element?.scrollIntoView({ block: 'center' });
  element?.focus();
};

/** Puts the cursor into the first thing to fill in of a field. */
export const showFirst = (field: Element | null | undefined): void =>
  show(field?.querySelector<HTMLElement>(':is(input, textarea, select, button):not(:disabled, [type="file"])'));

/** Choices and uploads are several: the keys do something at the first of them. */
const showField = (element: HTMLElement | null): void => {
  if (element?.matches('[role="group"], [role="radiogroup"]')) showFirst(element);
  else show(element);
};

/** Puts the cursor where a message points: the input itself, in a table after its row has been opened, or else the table. */
export const focusPath = (prefix: string, path: string): void => {
  const at = (part: string) => document.getElementById(inputId(prefix, part));
  const table = () => at(path.replace(/\[.*$/, ''));
  const found = at(path);
  const row = path.includes('.') ? at(path.replace(/\..*$/, '')) : null;
  if (found === null && row !== null) {
    row.click();
    // The row draws its inputs first.
    setTimeout(() => showField(at(path) ?? table()), 50);
  } else showField(found ?? table());
};
