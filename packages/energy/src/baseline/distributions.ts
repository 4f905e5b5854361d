/** Student's t and Fisher's F, through the regularised incomplete beta function. */

/** ln Γ(x) for x > 0 (Lanczos, g = 7; error below 1e-13). */
function lnGamma(x: number): number {
  const c = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const shifted = x - 1;
  const t = shifted + 7.5;
  const series = c.reduce((total, value, index) => (index === 0 ? value : total + value / (shifted + index)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series);
}

/** Continued fraction of the incomplete beta function (Lentz's way of evaluating it). */
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  const safe = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 1000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / safe(1 + even * d);
    c = safe(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / safe(1 + odd * d);
    c = safe(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return fraction;
}

/** I_x(a, b), 0 to 1. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

const freedom = (name: string, value: number): number => {
  if (!(value > 0)) throw new RangeError(`${name} of freedom not above zero: ${value}`);
  return value;
};

/** Probability that chance alone gives a |t| at least this large (two-sided), at degrees of freedom above zero. */
export const tProbability = (t: number, degrees: number): number =>
  Number.isFinite(t) ? incompleteBeta(freedom('degrees', degrees) / (degrees + t * t), degrees / 2, 0.5) : 0;

/** Probability that chance alone gives an F at least this large. */
export const fProbability = (f: number, above: number, below: number): number =>
  Number.isFinite(f)
    ? incompleteBeta(
        freedom('degrees', below) / (below + freedom('degrees', above) * Math.max(0, f)),
        below / 2,
        above / 2,
      )
    : 0;

/**
 * The t that is exceeded on either side with probability 1 − confidence: 1.833 at 0.9 and 9 degrees.
 * @param confidence above 0, below 1.
 */
export function tQuantile(confidence: number, degrees: number): number {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence not between 0 and 1: ${confidence}`);
  let high = 1;
  while (tProbability(high, degrees) > 1 - confidence) high *= 2;
  let low = 0;
  for (let step = 0; step < 200 && high - low > 1e-12 * high; step += 1) {
    const middle = (low + high) / 2;
    if (tProbability(middle, degrees) > 1 - confidence) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
