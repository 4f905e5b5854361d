/** 运行状况: what this system stands on, and whether each of it is well. */
import { z } from 'zod';
import { call } from './call.ts';

export const HEALTH_LEVELS = ['正常', '警告', '故障'] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

const card = z.object({
  Key: z.string(),
  Title: z.string(),
  Level: z.enum(HEALTH_LEVELS),
  /** Why it is not well. */
  Note: z.string().nullable(),
  Facts: z.array(z.object({ Name: z.string(), Value: z.string() })),
});
export type HealthCard = z.output<typeof card>;

export const healthIndex = call('POST', '/webapi/Health/Index', '各部分是否正常', {
  input: z.object({}),
  output: z.object({ Level: z.enum(HEALTH_LEVELS), At: z.string(), Cards: z.array(card) }),
});
