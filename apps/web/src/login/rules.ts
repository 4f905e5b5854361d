/** What the sign-in pages check before sending; the server checks the same again. */

export const isPhone = (text: string): boolean => /^1\d{10}$/.test(text);
export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

const classesOf = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(text)).length;

/** Why a new password cannot be taken, or null. */
export const passwordProblem = (password: string, account: string): string | null => {
  if (password.length < 10 || password.length > 64 || classesOf(password) < 3) {
    return '密码至少10位，须含大小写字母、数字、符号中的三类';
  }
  if (account !== '' && password.toLowerCase().includes(account.toLowerCase())) return '密码不能包含账号或手机号';
  return null;
};

const COMMON = [
  'password',
  'passw0rd',
  'admin',
  'welcome',
  'letmein',
  'iloveyou',
  'abc123',
  '123456',
  '888888',
  '666666',
];
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];

/** Runs of four along a keyboard row or the alphabet, either way. */
const hasRun = (text: string): boolean =>
  ROWS.some((row) => {
    const backwards = [...row].reverse().join('');
    return [row, backwards].some((line) =>
      Array.from({ length: line.length - 3 }, (_, at) => line.slice(at, at + 4)).some((run) => text.includes(run)),
    );
  });

export type Strength = 0 | 1 | 2 | 3;
export const STRENGTH_NAMES: Readonly<Record<Strength, string>> = { 0: '', 1: '弱', 2: '中', 3: '强' };

/** Points for length and kinds of characters, less for common words, keyboard runs and repetition. */
export const strength = (password: string): Strength => {
  if (password === '') return 0;
  const lower = password.toLowerCase();
  let points = Math.min(password.length, 20) + classesOf(password) * 3;
  if (COMMON.some((word) => lower.includes(word))) points -= 8;
  if (hasRun(lower)) points -= 6;
  if (/(.)\1\1/.test(password)) points -= 4;
  if (points >= 24) return 3;
  return points >= 18 ? 2 : 1;
};
