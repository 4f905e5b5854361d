/** Statements of WeChat, Alipay and banks, as rows of text, into lines of money. Pure. */

export const STATEMENT_KINDS = ['微信', '支付宝', '银行'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export interface StatementLine {
  readonly refNo: string;
  /** Of a refund: the number of what it gives back. Both carry it; a number of its own tells them apart. */
  readonly ofRef: string;
  /** YYYY-MM-DD */
  readonly day: string;
  /** Fen; negative where money went out. */
  readonly amount: bigint;
  /** What the channel keeps; negative where it gives some back. */
  readonly fee: bigint;
  readonly payer: string;
}
export interface StatementFault {
  /** As the file counts, from 1. */
  readonly row: number;
  readonly message: string;
}
export interface Statement {
  /** Whose account it is of, as far as it says; who pays through another's has a number of their own. */
  readonly merchants: readonly string[];
  readonly lines: readonly StatementLine[];
  readonly faults: readonly StatementFault[];
}

interface Columns {
  readonly refNo: readonly string[];
  /** The number of a refund, beside that of what it gives back. */
  readonly refund: readonly string[];
  readonly day: readonly string[];
  readonly amount: readonly string[];
  /** Money that went out, in a column of its own. */
  readonly out: readonly string[];
  /** Whether an amount came or went, where one column has both. */
  readonly way: readonly string[];
  readonly fee: readonly string[];
  readonly payer: readonly string[];
}

/** Heads as each of them writes it; the first that the file has counts. */
const COLUMNS: Readonly<Record<StatementKind, Columns>> = {
  微信: {
    refNo: ['微信订单号', '微信支付业务单号', '交易单号'],
    refund: ['微信退款单号'],
    day: ['交易时间', '记账时间'],
    amount: ['应结订单金额', '订单金额', '总金额', '交易金额', '金额(元)'],
    out: ['退款金额'],
    way: [],
    fee: ['手续费'],
    payer: ['用户标识', '交易对方'],
  },
  支付宝: {
    refNo: ['支付宝交易号', '支付宝流水号', '交易号', '交易订单号'],
    refund: ['退款批次号/请求号', '退款批次号', '退款请求号'],
    day: ['完成时间', '发生时间', '入账时间', '交易时间'],
    amount: ['订单金额(元)', '收入金额(+元)', '收入(元)', '金额(元)', '订单金额'],
    out: ['支出金额(-元)', '支出(元)'],
    way: [],
    fee: ['服务费(元)', '服务费', '手续费'],
    payer: ['对方账户', '对方账号', '交易对方'],
  },
  银行: {
    refNo: [
      '交易流水号',
      '流水号',
      '银行流水号',
      '账户明细编号-交易流水号',
      '核心流水号',
      '交易流水',
      '日志号',
      '交易号',
      '凭证号',
    ],
    refund: [],
    day: ['交易日期', '记账日期', '入账日期', '交易时间', '日期'],
    amount: [
      '收入金额',
      '收入金额(元)',
      '贷方发生额',
      '贷方发生额(元)',
      '贷方发生额(收入)',
      '贷方金额',
      '收入',
      '交易金额',
      '发生额',
      '金额',
    ],
    out: [
      '支出金额',
      '支出金额(元)',
      '借方发生额',
      '借方发生额(元)',
      '借方发生额(支取)',
      '借方发生额(支出)',
      '借方金额',
      '支出',
    ],
    way: ['借贷标志', '借贷方向', '借贷标识', '借贷', '收支标志', '收/支', '收支类型'],
    fee: ['手续费'],
    payer: ['对方户名', '对方名称', '对方单位', '付款人', '付款人名称'],
  },
};
const MERCHANTS: Readonly<Record<StatementKind, readonly string[]>> = {
  微信: ['特约商户号', '子商户号', '商户号'],
  支付宝: [],
  银行: [],
};
/** Above Alipay's heads; behind the number of the partner stands what kind of account it is. */
const ACCOUNT = /^#(?:支付宝)?账号[:：]\[(\d{4,32}?)(?:0156)?\]/;
/** Of the account's holder: what is debited went out. */
const WENT = /^(借|支|出|D$)/i;
/** Below it stand sums, some under heads of their own that have figures where numbers of orders were. */
const ENDS = /^(#|总交易单数|总笔数|合计|总计)/;
/** Alipay writes what it keeps below zero, the others above. */
const FEE_SIGN: Readonly<Record<StatementKind, bigint>> = { 微信: 1n, 支付宝: -1n, 银行: 1n };

/** WeChat puts a backtick before each value, Alipay a tab behind it; brackets come in two widths. */
const bare = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^`/, '')
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .trim();

/** Whole fen of a text with at most two places; null where it is none. */
export function fenIn(text: string): bigint | null {
  const plain = text.replace(/[,¥￥\s]/g, '');
  if (plain === '') return 0n;
  const found = /^([+-]?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(plain);
  if (found === null) return null;
  const fen = BigInt(found[2] ?? '0') * 100n + BigInt((found[3] ?? '').padEnd(2, '0') || '0');
  return found[1] === '-' ? -fen : fen;
}

/** 2026-11-03 08:00:00, 2026/11/3, 20261103. */
export function dayIn(text: string): string | null {
  const found = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})(?!\d)/.exec(
    text.replace(/^(\d{4})(\d{2})(\d{2})\d*$/, '$1-$2-$3'),
  );
  if (found === null) return null;
  const day = `${found[1]}-${(found[2] ?? '').padStart(2, '0')}-${(found[3] ?? '').padStart(2, '0')}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : day;
}

type Places = Readonly<Record<keyof Columns, number>>;

const placesIn = (texts: readonly string[], kind: StatementKind): Places | null => {
  const heads = texts.map(bare);
  const at = (names: readonly string[]): number => {
    for (const name of names) if (heads.includes(name)) return heads.indexOf(name);
    return -1;
  };
  const { refNo, refund, day, amount, out, way, fee, payer } = COLUMNS[kind];
  const places = {
    refNo: at(refNo),
    refund: at(refund),
    day: at(day),
    amount: at(amount),
    out: at(out),
    way: at(way),
    fee: at(fee),
    payer: at(payer),
  };
  return places.refNo >= 0 && places.day >= 0 && places.amount >= 0 ? places : null;
};

/**
 * Lines below the first row that has the heads of such a statement; what stands above it and sums below it are no lines.
 * @returns null where no row has those heads
 */
export function readStatement(rows: Iterable<readonly string[]>, kind: StatementKind): Statement | null {
  let places: Places | null = null;
  let row = 0;
  let owners: readonly number[] = [];
  const merchants = new Set<string>();
  const lines: StatementLine[] = [];
  const faults: StatementFault[] = [];
  const seen = new Map<string, number>();
  for (const texts of rows) {
    row += 1;
    if (places === null) {
      places = placesIn(texts, kind);
      const account = kind === '支付宝' ? ACCOUNT.exec(bare(texts[0] ?? ''))?.[1] : undefined;
      if (account !== undefined) merchants.add(account);
      if (places !== null) {
        const heads = texts.map(bare);
        owners = MERCHANTS[kind].map((name) => heads.indexOf(name)).filter((at) => at >= 0);
      }
      continue;
    }
    if (ENDS.test(bare(texts[0] ?? ''))) break;
    const cell = (place: number): string => (place < 0 ? '' : bare(texts[place] ?? ''));
    const number = cell(places.refNo);
    const day = dayIn(cell(places.day));
    // Sums and remarks at the end have no number, or no day; money of a day that has none is missing it.
    if (number === '' && day !== null && (fenIn(cell(places.amount)) ?? 0n) > 0n)
      faults.push({ row, message: '没有流水号，请补填；不是收款的请删去该行' });
    if (number === '' || (day === null && !/^\d/.test(cell(places.day)))) continue;
    const refund = /^0*$/.test(cell(places.refund)) ? '' : cell(places.refund);
    const refNo = refund === '' ? number : refund;
    const [came, went, fee] = [fenIn(cell(places.amount)), fenIn(cell(places.out)), fenIn(cell(places.fee))];
    const message =
      day === null
        ? '日期不正确'
        : refNo.length > 64
          ? '流水号最多64字'
          : came === null || went === null || fee === null
            ? '金额格式不正确'
            : seen.has(refNo)
              ? `流水号与第${seen.get(refNo)}行重复`
              : '';
    if (message !== '' || day === null || came === null || went === null || fee === null) {
      faults.push({ row, message });
      continue;
    }
    seen.set(refNo, row);
    const single = WENT.test(cell(places.way)) && came > 0n ? -came : came;
    // Some write what went out with a sign, some without.
    const amount = single - (went < 0n ? -went : went);
    if (amount === 0n) continue;
    const owner = owners.map(cell).find((text) => !/^0*$/.test(text));
    if (owner !== undefined) merchants.add(owner);
    lines.push({
      refNo,
      ofRef: refund === '' ? '' : number,
      day,
      amount,
      fee: fee * FEE_SIGN[kind],
      payer: cell(places.payer).slice(0, 50),
    });
  }
  return places === null ? null : { merchants: [...merchants], lines, faults };
}
