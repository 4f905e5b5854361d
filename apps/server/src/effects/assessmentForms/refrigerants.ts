/** How much refrigerants warm, for the carbon of what leaks out and is filled up. */
import type { electricMaintenanceRecord } from '@hengneng/forms';
import type { Recorded } from '../../engine/forms/effect.ts';

/**
 * kg CO₂ a kg over a hundred years. HCFCs and HFCs: IPCC AR4 WG1, table 2.14, which the Montreal Protocol took over as amended at Kigali (annexes C and F)
 * and the 中国消耗臭氧层物质替代品推荐名录 (环办大气函〔2023〕198号) goes by. HFOs, which AR4 does not have: IPCC AR5 WG1, table 8.A.1; R1234yf is
 * less than one there and counts as one.
 */
const PURE = { R22: 1810, R123: 77, R32: 675, R125: 3500, R134a: 1430, R1234yf: 1, R1233zd: 1 } as const;

/** Of a mixture: its parts by mass, in percent after ISO 817. */
const mixed = (parts: Partial<Readonly<Record<keyof typeof PURE, number>>>): number =>
  Math.round(
    Object.entries(parts).reduce((sum, [part, percent]) => sum + PURE[part as keyof typeof PURE] * percent, 0) / 100,
  );

export const GWP: Readonly<Record<Recorded<typeof electricMaintenanceRecord>['refrigerant'], number>> = {
  R22: PURE.R22,
  R134a: PURE.R134a,
  R123: PURE.R123,
  R410A: mixed({ R32: 50, R125: 50 }),
  R407C: mixed({ R32: 23, R125: 25, R134a: 52 }),
  R32: PURE.R32,
  R513A: mixed({ R1234yf: 56, R134a: 44 }),
  R1233zd: PURE.R1233zd,
};
