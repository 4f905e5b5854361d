/** The project whose energy a person looked at last: the next page begins with it. */
const KEY = 'entry-project';

export const lastProject = (): string => {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

export const rememberProject = (project: string): void => {
  try {
    localStorage.setItem(KEY, project);
  } catch {
    // Asked for again next time.
  }
};
