/** What is worked out at its first use and kept: for the parts of which most are not needed by most processes, most of the time. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
