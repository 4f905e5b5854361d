/** What a meter shows (示数项), and whether what somebody typed can be what it shows. */
import { readExact, type Exact } from './exact.ts';

interface RegisterKind {
  readonly name: string;
  /** `counter`: the difference is used up; `peak`: the largest since its reset; `instant`: what is at the moment. */
  readonly kind: 'counter' | 'peak' | 'instant';
  /** Where it is another than the meter's own. */
  readonly unit?: string;
  /** May lie below zero. */
  readonly signed?: boolean;
  /** Of an instrument that has a dial of its own; the others show as many digits as the meter counts with. */
  readonly dial?: Dial;
}

export const REGISTERS = {
  total: { name: '总', kind: 'counter' },
  sharp: { name: '尖', kind: 'counter' },
  peak: { name: '峰', kind: 'counter' },
  flat: { name: '平', kind: 'counter' },
  valley: { name: '谷', kind: 'counter' },
  demand: { name: '最大需量', kind: 'peak', unit: 'kW' },
  reactive: { name: '无功', kind: 'counter', unit: 'kvarh' },
  flow: { name: '瞬时流量', kind: 'instant', unit: 'm³/h', signed: true },
  supply: { name: '供水温度', kind: 'instant', unit: '℃', signed: true },
  return: { name: '回水温度', kind: 'instant', unit: '℃', signed: true },
  // What gas that is counted as it flows (工况) is converted by.
  pressure: { name: '燃气表压', kind: 'instant', unit: 'kPa', signed: true, dial: { digits: 5, decimals: 2 } },
  temperature: { name: '燃气温度', kind: 'instant', unit: '℃', signed: true, dial: { digits: 3, decimals: 1 } },
} as const satisfies Record<string, RegisterKind>;
export type Register = keyof typeof REGISTERS;

/** Meter types with their unit and what they may show; the first is always there. */
export const METER_TYPES = {
  电表: { unit: 'kWh', registers: ['total', 'sharp', 'peak', 'flat', 'valley', 'demand', 'reactive'] },
  燃气表: { unit: 'm³', registers: ['total', 'pressure', 'temperature'] },
  自来水表: { unit: 'm³', registers: ['total'] },
  软水表: { unit: 'm³', registers: ['total'] },
  冷热量表: { unit: 'kWh', registers: ['total', 'flow', 'supply', 'return'] },
  蒸汽流量计: { unit: 't', registers: ['total'] },
  生活热水表: { unit: 'm³', registers: ['total'] },
} as const satisfies Record<string, { unit: string; registers: readonly Register[] }>;
export type MeterType = keyof typeof METER_TYPES;

/** Only counters have a difference; the others never give a consumption. */
export const isCounter = (register: Register): boolean => REGISTERS[register].kind === 'counter';

export const COUNTERS: readonly Register[] = (Object.keys(REGISTERS) as Register[]).filter(isCounter);

export interface Dial {
  /** Places before the point (整数位), 1 to 12. */
  readonly digits: number;
  /** Places behind it (小数位), 0 to 6. */
  readonly decimals: number;
}

/** What a register is read from: of a meter's the one that hangs there. */
export const dialOf = (register: Register, hangs: Dial): Dial => {
  const kind: RegisterKind = REGISTERS[register];
  return kind.dial ?? hangs;
};

/** A reading as its dial shows it: all places behind the point. What has more of them (read from a finer dial before an exchange) keeps them. */
export function dialText(value: string, decimals: number): string {
  const behind = value.includes('.') ? value.length - value.indexOf('.') - 1 : 0;
  if (behind >= decimals) return value;
  return `${value}${behind === 0 ? '.' : ''}${'0'.repeat(decimals - behind)}`;
}

export interface TypedReading {
  readonly text: string;
  readonly register: Register;
  readonly at: number;
}

export type CheckedReading = { readonly value: Exact } | { readonly message: string };

/** Digits on either side of the point of a plain decimal, noughts in front left out. Without making texts of them: files have a million. */
function placesOf(typed: string): { readonly before: number; readonly behind: number } {
  const dot = typed.indexOf('.');
  const end = dot === -1 ? typed.length : dot;
  let first = typed.startsWith('-') ? 1 : 0;
  while (first < end - 1 && typed[first] === '0') first += 1;
  return { before: end - first, behind: dot === -1 ? 0 : typed.length - dot - 1 };
}

/**
 * Why a dial cannot show a plain decimal; null where it can.
 * @param what stands in front of the number, 「本次读数」
 */
export function dialFault(typed: string, dial: Dial, what = ''): string | null {
  const { before, behind } = placesOf(typed);
  const extra = before - dial.digits;
  if (extra > 0) return `该表盘整数位为 ${dial.digits} 位，${what === '' ? '' : `${what} `}${typed} 多了 ${extra} 位`;
  if (behind <= dial.decimals) return null;
  return dial.decimals === 0 ? '该表盘没有小数位，请填写整数' : `该表盘小数位为 ${dial.decimals} 位，请按表盘填写`;
}

/** Checks what was typed against the dial and the time. What went before is `usageBetween`'s. */
export function checkReading(
  { text, register, at }: TypedReading,
  dial: Dial,
  { now, installedAt, removedAt }: { readonly now: number; readonly installedAt: number; readonly removedAt?: number },
): CheckedReading {
  const typed = text.trim();
  if (typed === '') return { message: '请填写本次读数' };
  const value = readExact(typed);
  if (value === null) return { message: `「${typed}」不是数字` };
  const about: RegisterKind = REGISTERS[register];
  if (value < 0n && about.signed !== true) return { message: '读数不能为负数' };
  const fault = dialFault(typed, dial, '本次读数');
  if (fault !== null) return { message: fault };
  if (at > now) return { message: '抄表时刻不能晚于现在' };
  // What an instrument shows at the moment says nothing of its life; a counter's reading does.
  if (about.kind !== 'instant' && at < installedAt) return { message: '抄表时刻早于该表的装用时刻，请核对' };
  if (removedAt !== undefined && at > removedAt) return { message: '该表已拆除，请在新表下录入' };
  return { value };
}
