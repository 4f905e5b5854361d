/** Climates of the demo company's areas, made up after the thermal zones of GB 50176: what a year is like, and when plants run. */

/** `MM-DD`, both included; one may lie over the end of the year. */
export type SeasonSpan = readonly [from: string, to: string];

export interface DemoClimate {
  /** Mean of the year and half of the way from January to July, ℃. */
  readonly yearMean: number;
  readonly yearSwing: number;
  readonly cooling: SeasonSpan;
  readonly heating: SeasonSpan;
}

export const DEMO_CLIMATES = {
  /** 夏热冬冷. */
  east: { yearMean: 17, yearSwing: 12.6, cooling: ['05-15', '10-05'], heating: ['12-01', '03-15'] },
  /** 夏热冬暖: cold is asked for from spring to late autumn. */
  south: { yearMean: 23, yearSwing: 7, cooling: ['04-01', '12-05'], heating: ['12-25', '02-10'] },
  /** 寒冷: heating by law from 15 November. */
  north: { yearMean: 13, yearSwing: 15, cooling: ['06-01', '09-15'], heating: ['11-15', '03-15'] },
  /** 夏热冬冷, without the east's extremes. */
  southwest: { yearMean: 17, yearSwing: 10.5, cooling: ['05-20', '09-30'], heating: ['11-25', '02-28'] },
} as const satisfies Readonly<Record<string, DemoClimate>>;

export const within = (date: string, [from, to]: SeasonSpan): boolean =>
  from <= to ? date >= from && date <= to : date >= from || date <= to;
