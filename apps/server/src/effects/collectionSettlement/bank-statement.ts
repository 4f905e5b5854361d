/**
 * Bank statements as the companies' online banking of five banks exports them, and the template of our own: which bank it is follows from the
 * heads. Pure; amounts are exact text.
 */
import { Big } from 'big.js';

type Key =
  | 'day'
  | 'time'
  | 'payerName'
  | 'payerAccount'
  | 'credit'
  | 'debit'
  | 'amount'
  | 'sign'
  | 'balance'
  | 'memo'
  | 'serial'
  | 'own';

interface Format {
  readonly bank: string;
  /** Heads that tell this bank's export from the others'. */
  readonly marks: readonly string[];
  /** Heads by what they stand for; several of one are read together (摘要 and 附言). */
  readonly heads: Readonly<Partial<Record<Key, readonly string[]>>>;
}

/** The first format whose marks are all there is the file's. */
const FORMATS: readonly Format[] = [
  {
    bank: '通用模板',
    marks: ['交易时间', '收入金额', '支出金额', '附言', '流水号'],
    heads: {
      time: ['交易时间'],
      payerName: ['对方户名'],
      payerAccount: ['对方账号'],
      credit: ['收入金额'],
      debit: ['支出金额'],
      balance: ['余额'],
      memo: ['附言'],
      serial: ['流水号'],
    },
  },
  {
    bank: '招商银行',
    marks: ['交易日', '借方金额', '贷方金额', '流水号'],
    heads: {
      day: ['交易日'],
      time: ['交易时间'],
      payerName: ['收/付方名称', '收付方名称', '收方名称'],
      payerAccount: ['收/付方账号', '收付方账号', '收方账号', '收/付方帐号', '收方帐号'],
      credit: ['贷方金额'],
      debit: ['借方金额'],
      balance: ['余额'],
      memo: ['摘要', '用途', '附言'],
      serial: ['流水号'],
      own: ['账号', '帐号'],
    },
  },
  {
    bank: '中国银行',
    marks: ['交易日期', '交易金额', '交易流水号', '付款人名称'],
    heads: {
      day: ['交易日期'],
      time: ['交易时间'],
      payerName: ['付款人名称'],
      payerAccount: ['付款人账号'],
      amount: ['交易金额'],
      sign: ['交易类型'],
      balance: ['交易后余额'],
      memo: ['摘要', '用途', '交易附言'],
      serial: ['交易流水号'],
    },
  },
  {
    bank: '建设银行',
    marks: ['交易时间', '借方发生额', '贷方发生额', '账户明细编号-交易流水号'],
    heads: {
      time: ['交易时间'],
      payerName: ['对方户名'],
      payerAccount: ['对方账号'],
      credit: ['贷方发生额'],
      debit: ['借方发生额'],
      balance: ['余额'],
      memo: ['摘要', '备注'],
      serial: ['账户明细编号-交易流水号'],
      own: ['账号'],
    },
  },
  {
    bank: '农业银行',
    marks: ['交易时间', '收入金额', '支出金额', '账户余额', '交易行名'],
    heads: {
      time: ['交易时间'],
      payerName: ['对方户名'],
      payerAccount: ['对方账号'],
      credit: ['收入金额'],
      debit: ['支出金额'],
      balance: ['账户余额', '本次余额'],
      memo: ['交易用途', '摘要', '附言'],
      serial: ['交易流水号', '日志号'],
    },
  },
  {
    bank: '工商银行',
    marks: ['交易时间', '对方单位', '转入金额', '转出金额'],
    heads: {
      time: ['交易时间'],
      payerName: ['对方单位'],
      payerAccount: ['对方账号'],
      credit: ['转入金额'],
      debit: ['转出金额'],
      balance: ['余额'],
      memo: ['摘要', '用途', '附言'],
      serial: ['交易流水号', '凭证号'],
      own: ['本方账号'],
    },
  },
  {
    bank: '工商银行',
    marks: ['对方户名', '借方发生额', '贷方发生额', '凭证号'],
    heads: {
      time: ['交易时间', '日期'],
      payerName: ['对方户名'],
      payerAccount: ['对方账号'],
      credit: ['贷方发生额'],
      debit: ['借方发生额'],
      balance: ['余额'],
      memo: ['摘要', '附言'],
      serial: ['交易流水号', '凭证号'],
      own: ['本方账号'],
    },
  },
];

export const UNKNOWN_BANK = '无法识别的银行格式，请使用通用模板';

export interface StatementRow {
  /** In the sheet, from 1. */
  readonly row: number;
  readonly time: string;
  readonly payerName: string;
  readonly payerAccount: string;
  /** As written where it is no number, so that the row says what is wrong. */
  readonly credit: string;
  readonly debit: string;
  readonly balance: string;
  readonly memo: string;
  readonly bankSerial: string;
}

export interface Statement {
  readonly bank: string;
  /** Accounts that the file says it is of. */
  readonly own: readonly string[];
  readonly rows: readonly StatementRow[];
}

/** How far down the heads may stand: banks put the account and the period above them. */
const HEAD_ROWS = 25;

/** 借方发生额（支取）, 交易日期[ Transaction Date ], 收(付)方名称 are compared without what stands in brackets. */
const plain = (head: string): string => head.replace(/[（([【][^（()）\][【】]*[)）\]】]/g, '').replace(/[\s*＊]/g, '');

/** `20260115`, `2026/1/5`, `2026年1月5日` with or without a time, as `2026-01-15 10:30`. */
export function momentText(day: string, time: string): string {
  const text = `${day} ${time}`.trim();
  const hit = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[\sT]+(\d{1,2}):?(\d{2})(?::?\d{2})?)?/.exec(text);
  if (!hit) return text;
  const two = (part: string | undefined): string => (part ?? '0').padStart(2, '0');
  return `${hit[1]}-${two(hit[2])}-${two(hit[3])} ${two(hit[4])}:${two(hit[5])}`;
}

/** Exact amount of a cell: two places, empty where there is none. What is no number stays as it is written. */
export function amountText(cell: string): string {
  const text = cell.replace(/[,，\s¥￥+]/g, '').replace(/^[-—]+$/, '');
  if (text === '') return '';
  return /^-?\d+(\.\d+)?$/.test(text) ? Big(text).toFixed() : cell;
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const nonZero = (text: string): string => (isNumber(text) && Big(text).eq(0) ? '' : text);

interface Found {
  readonly format: Format;
  readonly at: number;
  readonly heads: readonly string[];
}

function findHeads(sheet: readonly (readonly string[])[]): Found | null {
  for (const [at, cells] of sheet.slice(0, HEAD_ROWS).entries()) {
    const heads = cells.map(plain);
    const format = FORMATS.find((one) => one.marks.every((mark) => heads.includes(mark)));
    if (format) return { format, at, heads };
  }
  return null;
}

/** Money that came in and went out: two columns, or one with a sign or a word beside it. */
function sides(value: (key: Key) => string): { readonly credit: string; readonly debit: string } {
  const amount = amountText(value('amount'));
  if (amount === '')
    return { credit: nonZero(amountText(value('credit'))), debit: nonZero(amountText(value('debit'))) };
  if (!isNumber(amount)) return { credit: amount, debit: '' };
  const out = Big(amount).lt(0) || /往账|借|支|付/.test(value('sign'));
  const size = nonZero(Big(amount).abs().toFixed());
  return out ? { credit: '', debit: size } : { credit: size, debit: '' };
}

/** Numbers of accounts that stand beside the word above the heads, or in a column of their own. */
function ownAccounts(sheet: readonly (readonly string[])[], { at, heads, format }: Found): readonly string[] {
  const above = sheet
    .slice(0, at)
    .flatMap((cells) => cells.flatMap((cell, index) => (/[账帐]号/.test(cell) ? [cell, cells[index + 1] ?? ''] : [])));
  const columns = (format.heads.own ?? []).flatMap((head) => {
    const column = heads.indexOf(head);
    return column < 0 ? [] : sheet.slice(at + 1).map((cells) => cells[column] ?? '');
  });
  return [
    ...new Set([...above, ...columns].map((text) => text.replace(/\D/g, '')).filter((text) => text.length >= 10)),
  ];
}

/** Reads a statement; null where the heads are no bank's that is known. */
export function readStatement(sheet: readonly (readonly string[])[]): Statement | null {
  const found = findHeads(sheet);
  if (found === null) return null;
  const { format, at, heads } = found;
  const rows = sheet.slice(at + 1).flatMap((cells, index): StatementRow[] => {
    const value = (key: Key, between = ' '): string => {
      const texts = (format.heads[key] ?? [])
        .map((head) => cells[heads.indexOf(head)] ?? '')
        .filter((text) => text !== '');
      return key === 'memo' ? [...new Set(texts)].join(between) : (texts[0] ?? '');
    };
    const { credit, debit } = sides(value);
    // Lines of totals and notes below the table have no reference and no side.
    if (credit === '' && debit === '') return [];
    return [
      {
        row: at + index + 2,
        time: momentText(value('day'), value('time')),
        payerName: value('payerName'),
        payerAccount: value('payerAccount').replace(/\s/g, ''),
        credit,
        debit,
        balance: amountText(value('balance')),
        memo: value('memo'),
        bankSerial: value('serial'),
      },
    ];
  });
  return { bank: format.bank, own: ownAccounts(sheet, found), rows };
}

export interface Balances {
  readonly opening: string;
  readonly closing: string;
  /** 期初 + 收 − 付 = 期末. */
  readonly continuous: boolean;
}

const sum = (rows: readonly StatementRow[], side: 'credit' | 'debit'): Big =>
  rows.reduce((all: Big, row) => (isNumber(row[side]) ? all.plus(row[side]) : all), Big(0));

function inOrder(rows: readonly StatementRow[]): Balances {
  const [first, last] = [rows[0], rows.at(-1)];
  const opening = Big(first?.balance ?? 0)
    .minus(nonEmpty(first?.credit))
    .plus(nonEmpty(first?.debit));
  const closing = Big(last?.balance ?? 0);
  return {
    opening: opening.toFixed(2),
    closing: closing.toFixed(2),
    continuous: opening.plus(sum(rows, 'credit')).minus(sum(rows, 'debit')).eq(closing),
  };
}
const nonEmpty = (text: string | undefined): string => (text !== undefined && isNumber(text) ? text : '0');

/** Balances before and after the file; null where it has none. Some banks put the newest line first. */
export function balancesOf(rows: readonly StatementRow[]): Balances | null {
  if (rows.length === 0 || rows.some((row) => !isNumber(row.balance))) return null;
  const newestFirst = (rows[0]?.time ?? '') > (rows.at(-1)?.time ?? '');
  const asWritten = inOrder(newestFirst ? rows.toReversed() : rows);
  if (asWritten.continuous || rows[0]?.time !== rows.at(-1)?.time) return asWritten;
  // All within one moment: the order of the file may be either.
  const other = inOrder(rows.toReversed());
  return other.continuous ? other : asWritten;
}
