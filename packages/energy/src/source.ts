/** Where a figure or formula comes from. It goes with every result that somebody may have to sign. */
export interface Source {
  /** Standard, announcement or rule, as people cite it. */
  readonly text: string;
  /** The figure is from memory of that text: to be compared with it before a customer relies on it. */
  readonly check?: true;
}

export const source = (text: string): Source => ({ text });
export const unchecked = (text: string): Source => ({ text, check: true });
