/** In which order the demo company's roles are offered: along the way of a form, from who files it to who pays for it. Pure. */

export interface DemoAccount {
  readonly account: string;
  readonly role: string;
}

const FIRST = [
  'operator',
  'projectManager',
  'areaManager',
  'waterEngineer',
  'safetyOfficer',
  'finance',
  'cashier',
  'generalManager',
  'admin',
];

const rank = (account: string): number => {
  const at = FIRST.indexOf(account);
  return at < 0 ? FIRST.length : at;
};

/** One account a role, the first that came; `FIRST` in front, the others as they came. */
export const firstOfEachRole = <A extends DemoAccount>(accounts: readonly A[]): readonly A[] => {
  const seen = new Map<string, A>();
  for (const one of accounts) if (!seen.has(one.role)) seen.set(one.role, one);
  return [...seen.values()].sort((a, b) => rank(a.account) - rank(b.account));
};
