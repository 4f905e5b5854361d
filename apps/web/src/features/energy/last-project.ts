/** The project that somebody worked on last: pages of readings open with it. */
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
