/**
 * Ordinary least squares by Householder QR: the normal equations would square the condition of columns that are nearly alike
 * (an intercept beside days of business, two hinges of one temperature), and lose in a signed report the digits that count.
 */

export interface LeastSquares {
  readonly ok: true;
  readonly coefficients: readonly number[];
  /** Standard error of each coefficient. */
  readonly errors: readonly number[];
  /** Σ(y − ŷ)². */
  readonly sse: number;
}

/** Columns that the others already say, by index; nothing can be told apart then. */
export interface RankDeficient {
  readonly ok: false;
  readonly column: number;
}

/** A column is said by the others once less than this share of it is left. */
const DEPENDENT = 1e-9;

/**
 * Fits y ≈ Σ βⱼ·xⱼ; an intercept is a column of ones.
 * @param columns each as long as `y`. They are read, not changed.
 * @throws RangeError where there are not more rows than columns, lengths differ, or a value is no number.
 */
export function leastSquares(columns: readonly Float64Array[], y: Float64Array): LeastSquares | RankDeficient {
  const rows = y.length;
  const width = columns.length;
  if (width === 0 || rows <= width) throw new RangeError(`${rows} rows for ${width} coefficients`);
  if (columns.some((column) => column.length !== rows)) throw new RangeError('columns of different lengths');
  const a = columns.map((column) => Float64Array.from(column));
  const b = Float64Array.from(y);
  if (!b.every(Number.isFinite) || !a.every((column) => column.every(Number.isFinite)))
    throw new RangeError('a value is no number');
  const diagonal = new Float64Array(width);
  for (let k = 0; k < width; k += 1) {
    const column = a[k] as Float64Array;
    const left = norm(column, k);
    if (left <= DEPENDENT * norm(columns[k] as Float64Array, 0)) return { ok: false, column: k };
    const alpha = (column[k] as number) > 0 ? -left : left;
    column[k] = (column[k] as number) - alpha;
    const scale = -alpha * (column[k] as number);
    for (const other of [...a.slice(k + 1), b]) {
      let dot = 0;
      for (let i = k; i < rows; i += 1) dot += (column[i] as number) * (other[i] as number);
      const factor = dot / scale;
      for (let i = k; i < rows; i += 1) other[i] = (other[i] as number) - factor * (column[i] as number);
    }
    diagonal[k] = alpha;
  }
  const upper = (row: number, col: number): number =>
    row === col ? (diagonal[row] as number) : ((a[col] as Float64Array)[row] as number);
  const coefficients = solveUpper(upper, b, width);
  const sse = norm(b, width) ** 2;
  const variance = sse / (rows - width);
  return { ok: true, coefficients, errors: inverseRows(upper, width).map((row) => Math.sqrt(variance * row)), sse };
}

/** Length of a column from a row on; scaled, so that large meters do not overflow. */
function norm(column: Float64Array, from: number): number {
  let largest = 0;
  for (let i = from; i < column.length; i += 1) largest = Math.max(largest, Math.abs(column[i] as number));
  if (largest === 0) return 0;
  let total = 0;
  for (let i = from; i < column.length; i += 1) total += ((column[i] as number) / largest) ** 2;
  return largest * Math.sqrt(total);
}

function solveUpper(upper: (row: number, col: number) => number, right: Float64Array, width: number): number[] {
  const solved = Array.from({ length: width }, () => 0);
  for (let row = width - 1; row >= 0; row -= 1) {
    let rest = right[row] as number;
    for (let col = row + 1; col < width; col += 1) rest -= upper(row, col) * (solved[col] as number);
    solved[row] = rest / upper(row, row);
  }
  return solved;
}

/** Diagonal of (RᵀR)⁻¹: squared lengths of the rows of R⁻¹. */
function inverseRows(upper: (row: number, col: number) => number, width: number): number[] {
  const squares = Array.from({ length: width }, () => 0);
  for (let unit = 0; unit < width; unit += 1) {
    const right = new Float64Array(width);
    right[unit] = 1;
    solveUpper(upper, right, width).forEach((value, row) => {
      squares[row] = (squares[row] as number) + value * value;
    });
  }
  return squares;
}
