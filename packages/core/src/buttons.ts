/** Buttons of a screen and the codes that `T_UserMenuBtn` lists. */
export const BUTTONS = {
  add: 0,
  delete: 1,
  edit: 2,
  search: 3,
  import: 4,
  export: 5,
  upload: 6,
  download: 7,
  menuLimit: 8,
  projectLimit: 9,
  ancillaryInfo: 10,
  associatedUser: 11,
  associatedProject: 12,
} as const;

export type ButtonName = keyof typeof BUTTONS;
