/** What a budget grants each of its lines, where finance has decided by subject. */
import { least, minus, positive, totalsBy } from '../books/money.ts';

export interface Planned {
  readonly subject: string;
  readonly planPayDate: string;
  readonly applyAmount: string;
  readonly priority: string;
}

export interface Decided {
  readonly approveSubject: string;
  readonly cutAmount: string | null;
}

/** From what can wait to what cannot. */
const WAITS: readonly string[] = ['可延后', '合同到期', '刚性必付'];

/** What was cut of a subject is taken from its lines that can wait first, of these from the last to be paid. In the order of the lines. */
export function grantedOf(lines: readonly Planned[], approvals: readonly Decided[]): readonly string[] {
  const cuts = totalsBy(
    approvals,
    (row) => row.approveSubject,
    (row) => row.cutAmount,
  );
  const granted = lines.map((line) => line.applyAmount);
  const inTurn = lines
    .map((line, at) => ({ line, at, waits: WAITS.indexOf(line.priority) }))
    .toSorted((a, b) => a.waits - b.waits || b.line.planPayDate.localeCompare(a.line.planPayDate) || b.at - a.at);
  for (const { line, at } of inTurn) {
    const left = cuts.get(line.subject) ?? '0';
    if (!positive(left)) continue;
    const taken = least(left, line.applyAmount);
    granted[at] = minus(line.applyAmount, taken);
    cuts.set(line.subject, minus(left, taken));
  }
  return granted;
}
