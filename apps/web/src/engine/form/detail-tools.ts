/** Ways to fill in a detail that only one module has. The engine knows no module: the application says which there are. */
import type { CompiledDetail, FormRecord } from '@hengneng/form-kit';
import { createContext, type ReactElement, useContext } from 'react';

export interface DetailTool {
  readonly label: string;
  /** Whether what was filled in so far asks for it. */
  readonly shows: (record: FormRecord) => boolean;
  /** Stands inside the form: it reads and writes the record by `useStore`. */
  readonly Dialog: (props: { readonly detail: CompiledDetail; readonly onClose: () => void }) => ReactElement | null;
}

const Context = createContext<Readonly<Record<string, DetailTool>>>({});

/** By `module.detail`. */
export const DetailToolsProvider = Context.Provider;
export const useDetailTool = (module: string, detail: string): DetailTool | undefined =>
  useContext(Context)[`${module}.${detail}`];
