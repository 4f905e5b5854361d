/** What approvals of this area change, by name. */
export const EFFECTS = {} as const;
