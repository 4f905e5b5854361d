import { createContext, useContext } from 'react';

export interface FormSurroundings {
  /** Distinguishes the inputs of several open forms. */
  readonly prefix: string;
  /** Section that this person may fill in now: 0 the applicant's, n the n-th step's, null none. */
  readonly editStep: number | null;
  /** Paths whose values this person may not see. */
  readonly withheld: ReadonlySet<string>;
}

const Context = createContext<FormSurroundings>({ prefix: 'f', editStep: null, withheld: new Set() });
export const FormProvider = Context.Provider;
export const useFormSurroundings = (): FormSurroundings => useContext(Context);

export const inputId = (prefix: string, path: string): string => `${prefix}-${path}`;

/** Puts the cursor where a message points: the input itself, or the table that it stands in. */
export const focusPath = (prefix: string, path: string): void => {
  const found =
    document.getElementById(inputId(prefix, path)) ??
    document.getElementById(inputId(prefix, path.replace(/\..*$/, ''))) ??
    document.getElementById(inputId(prefix, path.replace(/\[.*$/, '')));
  found?.scrollIntoView({ block: 'center' });
  found?.focus();
};
