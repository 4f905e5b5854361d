/**
 * Whether the demo company was still being filled in when this window signed in. The sign-in page notes it and the shell reads it: where there is no
 * demo company, or it has long been whole, nobody asks.
 */
const KEY = 'hengneng.demoFiling';

export const noteFiling = (filing: boolean): void => {
  if (filing) sessionStorage.setItem(KEY, '1');
  else sessionStorage.removeItem(KEY);
};

export const wasFiling = (): boolean => sessionStorage.getItem(KEY) === '1';
