/** What hangs below a meter, as the parts that its use is compared with. */
import { lossPercent } from './checks.ts';

export interface MeterBelow {
  /** What it counts in; another unit is no part of it. */
  readonly unit: string;
  /** Number of the machine that it measures; null where it measures none. */
  readonly unitNo: string | null;
}

/** What is made in the room and taken from it: a main between the two counts both of them, each of them whole. */
const MADE_HERE: ReadonlySet<string> = new Set(['cooling', 'heating']);

export interface Division<M> {
  /** As sentences call its meters. */
  readonly name: '分表' | '主机分表' | '支路分表';
  readonly parts: readonly M[];
}

/**
 * Ways in which the meters below a total divide it. What counts to another energy in the same unit (hot water made of city water) is a part,
 * too. Machines that make cold and branches that take it both hang below the main, and each of the two is all of it: never one sum.
 * @param total the energy (of the catalogue) that the total counts, and its unit
 */
export function divisionsOf<M extends MeterBelow>(
  { energy, unit }: { readonly energy: string; readonly unit: string },
  below: readonly M[],
): readonly Division<M>[] {
  const parts = below.filter((one) => one.unit === unit);
  if (parts.length === 0) return [];
  const machines = parts.filter(({ unitNo }) => unitNo !== null);
  const branches = parts.filter(({ unitNo }) => unitNo === null);
  return MADE_HERE.has(energy) && machines.length > 0 && branches.length > 0
    ? [
        { name: '主机分表', parts: machines },
        { name: '支路分表', parts: branches },
      ]
    : [{ name: '分表', parts }];
}

/** The loss that is farthest from none among the ways of dividing a total; null where nothing can be told. */
export function worstLoss(total: number, divisions: readonly (readonly number[])[]): number | null {
  const losses = divisions.flatMap((parts) => lossPercent(total, parts) ?? []);
  return losses.reduce<number | null>(
    (worst, loss) => (worst === null || Math.abs(loss) > Math.abs(worst) ? loss : worst),
    null,
  );
}
