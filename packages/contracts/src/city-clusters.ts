/** 城市群: names for cities that are looked at together, as 咨询单同比 groups by them. */
import { z } from 'zod';
import { call } from './call.ts';
import { done } from './common.ts';

export const MOST_CLUSTERS = 50;
const cities = z.array(z.string().max(12)).min(1, '请选择省市').max(400, '一个城市群最多400个省市');
const name = z.string('请填写城市群').trim().min(1, '请填写城市群').max(20, '城市群名称最多20字');

export const cityClusters = call('POST', '/bpmapi/ConsultStatistics/CityClusters', '城市群与可归入的省市', {
  input: z.object({}),
  output: z.object({
    clusters: z.array(z.object({ Name: z.string(), Districts: z.array(z.string()) })),
    /** Provinces and cities, each province before its cities. */
    districts: z.array(z.object({ Id: z.string(), Name: z.string() })),
  }),
});

export const saveCityClusters = call('POST', '/bpmapi/ConsultStatistics/SaveCityClusters', '保存全部城市群', {
  input: z.object({
    clusters: z.array(z.object({ Name: name, Districts: cities })).max(MOST_CLUSTERS, `最多${MOST_CLUSTERS}个城市群`),
    /** As they were when they were opened: where somebody else has changed one since, nothing is saved. */
    seen: z
      .array(z.object({ Name: z.string(), Districts: z.array(z.string()) }))
      .max(MOST_CLUSTERS, '城市群过多')
      .optional(),
  }),
  output: done,
});
