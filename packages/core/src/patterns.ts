/** Input patterns of specification §5 and of the form fields, each with what a person is told. */

export interface InputPattern {
  readonly test: (text: string) => boolean;
  readonly message: string;
}

const pattern = (expression: RegExp, message: string): InputPattern => ({
  test: (text) => expression.test(text),
  message,
});

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Whether 18 digits are an identity number: a day of the calendar and the check digit of GB 11643. */
export function isIdCard(text: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(6, 10)), Number(text.slice(10, 12)), Number(text.slice(12, 14))];
  const born = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || born.getUTCMonth() !== month - 1 || born.getUTCDate() !== day) return false;
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase();
}

const CREDIT_SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The check sign that GB 32100 puts behind the first 17 places of a unified social credit code. */
export function creditSign(first: string): string {
  const sum = [...first].reduce((total, sign, at) => total + CREDIT_SIGNS.indexOf(sign) * 3 ** at, 0);
  return CREDIT_SIGNS[(31 - (sum % 31)) % 31] ?? '';
}

/** Whether 18 places are a unified social credit code. */
export const isCreditCode = (text: string): boolean =>
  /^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text) && creditSign(text.slice(0, 17)) === text[17];

function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const at = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
  return Number(parts[1]) > 0 && at.toISOString().slice(0, 10) === text;
}

export const PATTERNS = {
  money: pattern(/^(0|[1-9]\d*)(\.\d{1,2})?$/, '请输入不小于0的金额，最多两位小数'),
  moneyFixed4: pattern(/^(0|[1-9]\d*)(\.\d{1,4})?$/, '请输入不小于0的金额，最多四位小数'),
  longMoney: pattern(/^(0|[1-9]\d*)(\.\d{1,100})?$/, '请输入不小于0的金额'),
  NumberAndNone: pattern(/^(\/|-?\d+(\.\d+)?|\/\d+(\.\d+)?)$/, '请输入数字，没有的填“/”'),
  numberInt: pattern(/^(0|[1-9]\d*)$/, '请输入不小于0的整数'),
  numberFloat: pattern(/^-?(0|[1-9]\d*)(\.\d{1,100})?$/, '请输入数字'),
  numberFloat2: pattern(/^-?(0|[1-9]\d*)(\.\d{1,2})?$/, '请输入数字，最多两位小数'),
  phone: pattern(/^1\d{10}$/, '请输入正确的手机号'),
  idCard: { test: isIdCard, message: '请输入正确的身份证号' },
  creditCode: { test: isCreditCode, message: '统一社会信用代码不正确' },
  plate: pattern(
    /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领][A-HJ-NP-Z]([A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[A-HJ-NP-Z0-9]{6})$/,
    '请输入正确的车牌号',
  ),
  month: pattern(/^\d{4}-(0[1-9]|1[0-2])$/, '请选择月份'),
  date: { test: isDay, message: '请选择日期' },
  time: pattern(/^([01]\d|2[0-3]):[0-5]\d$/, '请输入时间，如08:30'),
} as const satisfies Readonly<Record<string, InputPattern>>;
